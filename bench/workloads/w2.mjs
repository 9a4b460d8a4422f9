import { pieces } from './pieces.mjs'
import { functionCallEvents, inOrder, lifecycle } from './wire.mjs'
import { tokens } from './words.mjs'

/** W2: one function call with 40 KB of JSON arguments in 5,000 deltas. */
export function w2(deltas = 5_000) {
  const words = tokens(deltas * 2)
  const rows = []
  while (JSON.stringify(rows).length < deltas * 8) {
    rows.push({
      id: rows.length,
      name: words.splice(0, 3).join('').trim(),
      note: words.splice(0, 6).join(''),
    })
  }
  const call = functionCallEvents(pieces(JSON.stringify({ rows })))
  return lifecycle(inOrder(call), [call.item])
}
