// The parser that the official client has inside it for partial arguments: not exported, so by its file.
import { partialParse } from '../node_modules/openai/_vendor/partial-json-parser/parser.mjs'

/** The value after the last delta; it has one after each. @param {string[]} deltas */
export function partialValues(deltas) {
  let text = ''
  let last
  for (const delta of deltas) {
    text += delta
    last = partialParse(text)
  }
  return last
}
