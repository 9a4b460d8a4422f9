import { parse } from 'jsonriver'

async function* oneByOne(deltas) {
  yield* deltas
}

/** The value after the last delta; it has one after each. @param {string[]} deltas */
export async function partialValues(deltas) {
  let last
  for await (const value of parse(oneByOne(deltas))) last = value
  return last
}
