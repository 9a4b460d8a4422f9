/** An object as it came: nothing is known of its fields until they are looked at. */
export interface JsonObject {
  [field: string]: unknown
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isObjectList(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.every(isObject)
}

export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** The string, or the empty one in place of anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What must not erase a value that came before it. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Equal as JSON text. One server writes the fields of one thing in one order. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
