import { isObject, listOf, resolveRef, typesOf, type JSONObject } from './json-schema.js'
import { constrains } from './strict-rules.js'

const mergeable = new Set(['type', 'properties', 'required', 'additionalProperties'])

/**
 * One schema for all of `allOf`: a single one, or objects that name different properties. Undefined where
 * there is no such schema.
 */
export function mergeAllOf({ allOf, ...own }: JSONObject, root: JSONObject): JSONObject | undefined {
  const listed = listOf(allOf)
  if (!constrains(own) && listed.length === 1 && isObject(listed[0])) return { ...listed[0], ...own }
  const parts = constrains(own) ? [own, ...listed] : listed
  const properties = new Map<string, unknown>()
  const required = new Set<unknown>()
  for (const part of parts) {
    const object = resolve(part, root)
    if (object === undefined || !isPlainObject(object)) return undefined
    for (const [key, value] of Object.entries(isObject(object['properties']) ? object['properties'] : {})) {
      if (properties.has(key) && JSON.stringify(properties.get(key)) !== JSON.stringify(value))
        return undefined
      properties.set(key, value)
    }
    for (const key of listOf(object['required'])) required.add(key)
  }
  if (parts.length === 0) return undefined
  return { ...own, type: 'object', properties: Object.fromEntries(properties), required: [...required] }
}

function resolve(part: unknown, root: JSONObject): JSONObject | undefined {
  if (!isObject(part)) return undefined
  const { $ref, ...beside } = part
  if ($ref !== undefined) return constrains(beside) ? undefined : resolveRef(root, $ref)
  return part['allOf'] === undefined ? part : mergeAllOf(part, root)
}

/** Nothing but properties. */
function isPlainObject(schema: JSONObject): boolean {
  return (
    typesOf(schema)?.join() === 'object' &&
    !constrains(schema, mergeable) &&
    (schema['additionalProperties'] ?? false) === false
  )
}
