/** Deeper than anything that is meant; a cycle gets there at once. */
const deepest = 1000

/**
 * Throws for what could not be sent or stored as JSON: whoever has taken it could not even tell how the
 * response ended.
 */
export function requireJSON(value: unknown, what: string): void {
  const wrong = wrongIn(value, deepest)
  if (wrong !== undefined) throw new TypeError(`${what} cannot be written as JSON: there is ${wrong} in it.`)
}

/** The same for an event, whose type also has to fit into one line. */
export function requireEvent(event: unknown): void {
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    throw new TypeError('The backend has yielded something that is no event: an object with a type is.')
  const type: unknown = 'type' in event ? event.type : undefined
  if (typeof type !== 'string' || !/^[^\r\n\0]+$/.test(type))
    throw new TypeError('The backend has yielded an event whose type is not a string of one line.')
  requireJSON(event, `The event ${type}`)
}

function wrongIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'bigint') return 'a bigint'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === 0) return 'a cycle, or something that is nested too deep,'
  if ('toJSON' in value && typeof value.toJSON === 'function') return 'an object with a toJSON method'
  // Nothing is copied: this is done for every event.
  for (const key in value) {
    const wrong = wrongIn(Reflect.get(value, key), depth - 1)
    if (wrong !== undefined) return wrong
  }
  return undefined
}
