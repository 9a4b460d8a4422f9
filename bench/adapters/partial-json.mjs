import { parse } from 'partial-json'

/** The value after the last delta; it has one after each, for which it parses the whole text again. @param {string[]} deltas */
export function partialValues(deltas) {
  let text = ''
  let last
  for (const delta of deltas) {
    text += delta
    last = parse(text)
  }
  return last
}
