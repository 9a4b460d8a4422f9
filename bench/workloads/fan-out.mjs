import { setImmediate as nextTurn } from 'node:timers/promises'
import { inOrder, messageEvents } from './wire.mjs'
import { tokens } from './words.mjs'

/** The events of one run without the lifecycle around them, as a backend yields them. */
export function runEvents(deltas) {
  return inOrder(messageEvents(tokens(deltas)))
}

/** Eight at a time, then the next turn of the loop: a model that is faster than anybody reads. */
export async function* inBursts(items) {
  for (let i = 0; i < items.length; i++) {
    yield items[i]
    if (i % 8 === 7) await nextTurn()
  }
}
