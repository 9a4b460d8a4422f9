import { functionCallEvents, lifecycle, messageEvents } from './wire.mjs'
import { tokens } from './words.mjs'

/**
 * W3: 500 items that grow at the same time, messages and function calls in turn: each round gives every
 * item one delta.
 */
export function w3(items = 500, deltas = 40) {
  const all = Array.from({ length: items }, (_, index) => {
    const words = tokens(deltas, { seed: index })
    return index % 2 === 0 ? messageEvents(words, index) : functionCallEvents(words, index)
  })
  const rounds = Array.from({ length: deltas }, (_, round) => all.map((item) => item.deltas[round]))
  const events = [...all.flatMap(({ start }) => start), ...rounds.flat(), ...all.flatMap(({ end }) => end)]
  return lifecycle(
    events,
    all.map(({ item }) => item),
  )
}
