/**
 * The value after the last delta of a parser that keeps nothing: it has one after each, for which it parses the
 * whole text again.
 *
 * @param {(text: string) => unknown} parse
 */
export function reparsing(parse) {
  /** @param {string[]} deltas */
  return async (deltas) => {
    let text = ''
    let last
    for (const delta of deltas) {
      text += delta
      const value = parse(text)
      last = value instanceof Promise ? await value : value
    }
    return last
  }
}
