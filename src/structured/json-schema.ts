import type { JSONObject } from '../events/tools.js'

export type { JSONObject } from '../events/tools.js'

/** Whether it is an object with keys: no array, no null. */
export function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The elements, or none where it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The types that a schema names, or that its `const` and `enum` imply; undefined where it names none. */
export function typesOf(schema: JSONObject): readonly unknown[] | undefined {
  if (schema['type'] !== undefined) return [schema['type']].flat()
  if ('const' in schema) return [typeOf(schema['const'])]
  if (Array.isArray(schema['enum'])) return [...new Set(schema['enum'].map(typeOf))]
  if (schema['properties'] !== undefined) return ['object']
  if (schema['items'] !== undefined) return ['array']
  return undefined
}

/** The JSON Schema type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** What a `$ref` of this document refers to: the root, or something in `$defs` or `definitions`. */
export function resolveRef(root: JSONObject, ref: unknown): JSONObject | undefined {
  if (ref === '#') return root
  const [, group, name, ...more] = typeof ref === 'string' && ref.startsWith('#/') ? ref.split('/') : []
  if (group === undefined || name === undefined || more.length > 0) return undefined
  if (group !== '$defs' && group !== 'definitions') return undefined
  const definitions = root[group]
  const key = unescapePointer(name)
  if (!isObject(definitions) || !Object.hasOwn(definitions, key)) return undefined
  const target = definitions[key]
  return isObject(target) ? target : undefined
}

function unescapePointer(name: string): string {
  const plain = name.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Whether null fits. */
export function acceptsNull(schema: unknown, root: JSONObject, seen: readonly unknown[] = []): boolean {
  if (!isObject(schema)) return schema === true
  if (schema['$ref'] !== undefined) {
    const target = resolveRef(root, schema['$ref'])
    if (target === undefined || seen.includes(target)) return false
    if (!acceptsNull(target, root, [...seen, target])) return false
  }
  const types = typesOf(schema)
  if (types !== undefined && !types.includes('null')) return false
  if ('const' in schema && schema['const'] !== null) return false
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null)) return false
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf'])
  if (alternatives.length > 0 && !alternatives.some((branch) => acceptsNull(branch, root, seen))) return false
  return listOf(schema['allOf']).every((branch) => acceptsNull(branch, root, seen))
}
