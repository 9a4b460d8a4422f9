import { isObject, listOf, type JSONObject } from './json-schema.js'
import type { StandardJSONSchemaConverter } from './standard-schema.js'
import { formatPath, type ValuePath } from './value-path.js'

/** How zod and valibot are told to leave a hole in place of what has no JSON Schema. */
const withHoles = { unrepresentable: 'any', errorMode: 'ignore' }

/** Where a schema may have what JSON Schema cannot say, for the libraries that do not tell: ` at $.born`, or nothing. */
export function whereUnrepresentable(converter: StandardJSONSchemaConverter, target: string): string {
  try {
    const paths = holesIn(converter.input({ target, libraryOptions: withHoles }), [])
    return paths.length === 0 ? '' : ` at ${paths.map(formatPath).join(' or ')}`
  } catch {
    return ''
  }
}

function holesIn(schema: unknown, path: ValuePath): ValuePath[] {
  if (!isObject(schema)) return []
  if (Object.keys(schema).length === 0) return [path]
  const { properties, items, additionalProperties, prefixItems, anyOf, oneOf, allOf, $defs, definitions } =
    schema
  return [
    ...entriesOf(properties).flatMap(([key, property]) => holesIn(property, [...path, key])),
    ...holesIn(items, [...path, '[]']),
    ...holesIn(additionalProperties, [...path, '*']),
    ...listOf(prefixItems).flatMap((item, at) => holesIn(item, [...path, at])),
    ...[anyOf, oneOf, allOf].flatMap(listOf).flatMap((branch) => holesIn(branch, path)),
    ...entriesOf($defs).flatMap(([key, part]) => holesIn(part, ['$defs', key])),
    ...entriesOf(definitions).flatMap(([key, part]) => holesIn(part, ['definitions', key])),
  ]
}

function entriesOf(value: unknown): [string, unknown][] {
  const object: JSONObject = isObject(value) ? value : {}
  return Object.entries(object)
}
