import type { PartialValue } from './declaration.js'
import { openGrowth, type Growth } from './partial-steps.js'

/**
 * A value that grows while its JSON text arrives in pieces, cut anywhere.
 *
 * 1. Values only grow: what is there stays, and more comes.
 * 2. A key that was seen stays. It comes with a value that has begun.
 * 3. A string grows by appending.
 * 4. Numbers, booleans and null come only when they are complete.
 * 5. Behind the last piece, the value equals `JSON.parse` of the whole text.
 * 6. Escapes and surrogate pairs are never shown half.
 * 7. All the work together is linear in the length of the text.
 *
 * Two limits. Of a key that comes twice the later value wins, as in `JSON.parse`, so that the earlier one goes. A
 * number that is the whole text, with nothing behind it, never comes: it might have gone on.
 *
 * Text that is no JSON (a code fence, a second value, a control character) ends the growth; what was read before it
 * stays.
 */
export function openPartial(): PartialValue {
  const growth = openGrowth()
  let broken = false
  return {
    get value() {
      return growth.root['value']
    },
    get changes() {
      return growth.changes
    },
    push(text) {
      if (!broken) broken = grow(growth, text) === -1
    },
  }
}

function grow(growth: Growth, text: string): number {
  let at = 0
  while (at < text.length && at !== -1) at = growth.step(growth, text, at)
  return at
}
