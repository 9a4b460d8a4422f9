import { isObject } from './json-schema.js'

/** What was thrown says of itself. Anything can be thrown, also what cannot be made a string. */
export function reasonOf(thrown: unknown): string {
  try {
    return isObject(thrown) && typeof thrown['message'] === 'string' ? thrown['message'] : String(thrown)
  } catch {
    return 'no reason given'
  }
}
