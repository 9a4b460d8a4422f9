import { isObject, listOf, resolveRef, typeOf, typesOf, type JSONObject } from './json-schema.js'
import type { StrictSchema } from './strict-schema.js'

/**
 * Takes a value of a strict schema back to the schema it was made of: a null in a property that was optional
 * there, and not nullable, becomes absent. Changes the value in place.
 */
export function restoreAbsent(value: unknown, { schema: root, optional }: StrictSchema): void {
  /** What `fits` has found: without it, a part in n unions would be looked at 2ⁿ times. */
  const known = new Map<unknown, Map<unknown, boolean>>()
  if (optional.size > 0) restore(value, root)

  function restore(part: unknown, schema: unknown): void {
    if (!isObject(schema)) return
    if (schema['$ref'] !== undefined) return restore(part, resolveRef(root, schema['$ref']))
    if (schema['anyOf'] !== undefined) return restore(part, branchFor(part, listOf(schema['anyOf'])))
    if (Array.isArray(part)) {
      for (const element of part) restore(element, schema['items'])
    } else if (isObject(part)) {
      restoreObject(part, schema)
    }
  }

  function restoreObject(object: JSONObject, schema: JSONObject): void {
    const properties = propertiesOf(schema)
    const absent = optional.get(schema)
    for (const key of Object.keys(object)) {
      if (!Object.hasOwn(properties, key)) continue
      if (object[key] === null && absent?.has(key)) delete object[key]
      else restore(object[key], properties[key])
    }
  }

  /** The only one of its type, or else the first that the value fits. */
  function branchFor(part: unknown, branches: readonly unknown[]): unknown {
    const candidates = branches.filter((branch) => fitsType(part, branch))
    return candidates.length === 1 ? candidates[0] : candidates.find((branch) => fits(part, branch))
  }

  function fitsType(part: unknown, schema: unknown, seen: readonly unknown[] = []): boolean {
    if (!isObject(schema)) return false
    if (schema['$ref'] !== undefined) {
      const target = resolveRef(root, schema['$ref'])
      return !seen.includes(target) && fitsType(part, target, [...seen, target])
    }
    if (schema['anyOf'] !== undefined)
      return listOf(schema['anyOf']).some((branch) => fitsType(part, branch, seen))
    const types = typesOf(schema) ?? []
    return types.includes(typeOf(part)) || (Number.isInteger(part) && types.includes('integer'))
  }

  function fits(part: unknown, schema: unknown): boolean {
    const answers = known.get(part) ?? new Map<unknown, boolean>()
    known.set(part, answers)
    const answer = answers.get(schema)
    if (answer !== undefined) return answer
    // What only leads back to itself fits nothing.
    answers.set(schema, false)
    const found = fitsAnew(part, schema)
    answers.set(schema, found)
    return found
  }

  function fitsAnew(part: unknown, schema: unknown): boolean {
    if (!isObject(schema) || !fitsType(part, schema)) return false
    if (schema['$ref'] !== undefined) return fits(part, resolveRef(root, schema['$ref']))
    if (schema['anyOf'] !== undefined) return listOf(schema['anyOf']).some((branch) => fits(part, branch))
    if ('const' in schema && schema['const'] !== part) return false
    if (Array.isArray(schema['enum']) && !schema['enum'].includes(part)) return false
    if (Array.isArray(part)) return part.every((element) => fits(element, schema['items']))
    return !isObject(part) || fitsObject(part, schema)
  }

  function fitsObject(object: JSONObject, schema: JSONObject): boolean {
    const properties = propertiesOf(schema)
    const absent = optional.get(schema)
    return (
      Object.keys(object).every(
        (key) => Object.hasOwn(properties, key) && fits(object[key], properties[key]),
      ) && Object.keys(properties).every((key) => Object.hasOwn(object, key) || absent?.has(key))
    )
  }
}

function propertiesOf(schema: JSONObject): JSONObject {
  return isObject(schema['properties']) ? schema['properties'] : {}
}
