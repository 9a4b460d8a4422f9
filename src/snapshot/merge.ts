import { isEmpty, isObject, type JsonObject } from './json.js'

/** Where completing goes on inside. All else is data, in which a missing field says something. */
const nested = ['content', 'summary', 'action', 'operation']

/**
 * `newer`, completed by what `older` has and it has not: an empty or absent value never erases one.
 * `status` is as sent, for only the server knows it, and what has another type is another thing.
 * The very object when nothing is missing.
 */
export function completeFrom(newer: JsonObject, older: JsonObject): JsonObject {
  if (newer.type !== older.type) return newer
  let whole = newer
  for (const field in older) {
    const value =
      field === 'status' ? newer[field] : complete(newer[field], older[field], nested.includes(field))
    if (value !== newer[field]) whole = { ...whole, [field]: value }
  }
  return whole
}

/** The same for any value; `inside` it too, if it is an object or a list. */
export function complete(newer: unknown, older: unknown, inside: boolean): unknown {
  if (isEmpty(newer)) return isEmpty(older) ? newer : older
  if (!inside) return newer
  if (isObject(newer) && isObject(older)) return completeFrom(newer, older)
  if (!Array.isArray(newer) || !Array.isArray(older)) return newer
  const list: unknown[] = newer.map((value: unknown, at) => complete(value, older[at], isObject(value)))
  return list.every((value, at) => value === newer[at]) ? newer : list
}
