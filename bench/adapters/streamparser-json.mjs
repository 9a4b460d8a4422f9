import { JSONParser } from '@streamparser/json'

/** The value after the last delta; it has one after each. @param {string[]} deltas */
export function partialValues(deltas) {
  const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true, paths: ['$'] })
  let last
  parser.onValue = ({ value }) => {
    last = value
  }
  for (const delta of deltas) parser.write(delta)
  return last
}
