import { isObject, type JSONObject, listOf, resolveRef, typeOf } from '../../structured/json-schema.js'
import type { Issue } from '../../structured/parse-error.js'
import { limitChecks } from './limits.js'

interface Place {
  root: JSONObject
  path: readonly (string | number)[]
  /** References that were followed without going deeper into the value. */
  followed: readonly unknown[]
  /** What was found before: without it, a part in n unions would be looked at 2ⁿ times. */
  known: Map<object, Map<unknown, Issue[]>>
}

type Check = (value: unknown, schema: JSONObject, place: Place) => Issue[]

/**
 * Where a value does not fit a JSON Schema. Knows what strict mode knows and what is common beside it; `format` and
 * keywords that are not listed here say nothing. No substitute for a validator.
 */
export function misfits(value: unknown, root: JSONObject): Issue[] {
  return check(value, root, { root, path: [], followed: [], known: new Map() })
}

function check(value: unknown, schema: unknown, place: Place): Issue[] {
  if (schema === false) return [issue(place, 'nothing is allowed here')]
  if (!isObject(schema)) return []
  return Object.keys(schema).flatMap((keyword) => checks[keyword]?.(value, schema, place) ?? [])
}

/** The same for a part of the value. An object or a list of a JSON text is in one place only, so its path is known too. */
function checkPart(part: unknown, schema: unknown, place: Place): Issue[] {
  if (typeof part !== 'object' || part === null) return check(part, schema, place)
  const answers = place.known.get(part) ?? new Map<unknown, Issue[]>()
  place.known.set(part, answers)
  const issues = answers.get(schema) ?? check(part, schema, place)
  answers.set(schema, issues)
  return issues
}

const checks: Readonly<Record<string, Check>> = {
  $ref(value, { $ref }, place) {
    const target = resolveRef(place.root, $ref)
    if (target === undefined || place.followed.includes(target)) return []
    return check(value, target, { ...place, followed: [...place.followed, target] })
  },
  type(value, { type }, place) {
    const types = [type].flat()
    const isAllowed = types.some(
      (name) => name === typeOf(value) || (name === 'integer' && Number.isInteger(value)),
    )
    return isAllowed ? [] : [issue(place, `it is ${typeOf(value)} instead of ${types.join(' or ')}`)]
  },
  const(value, schema, place) {
    return isSame(value, schema['const']) ? [] : [issue(place, `it must be ${shown(schema['const'])}`)]
  },
  enum(value, schema, place) {
    const choices = listOf(schema['enum'])
    if (choices.some((choice) => isSame(value, choice))) return []
    return [issue(place, `it must be one of ${choices.map(shown).join(', ')}`)]
  },
  properties(value, { properties }, place) {
    if (!isObject(value) || !isObject(properties)) return []
    return Object.entries(properties).flatMap(([key, property]) =>
      Object.hasOwn(value, key) ? checkPart(value[key], property, inside(place, key)) : [],
    )
  },
  required(value, { required }, place) {
    if (!isObject(value)) return []
    const missing = listOf(required).filter((key) => typeof key === 'string' && !Object.hasOwn(value, key))
    return missing.map((key) => issue(place, `${shown(key)} is missing`))
  },
  additionalProperties(value, { additionalProperties, properties, patternProperties }, place) {
    if (!isObject(value) || patternProperties !== undefined) return []
    const known = isObject(properties) ? properties : {}
    const others = Object.keys(value).filter((key) => !Object.hasOwn(known, key))
    return others.flatMap((key) =>
      additionalProperties === false
        ? [issue(place, `${shown(key)} is not allowed`)]
        : checkPart(value[key], additionalProperties, inside(place, key)),
    )
  },
  items(value, { items, prefixItems }, place) {
    if (!Array.isArray(value) || Array.isArray(items)) return []
    const first = listOf(prefixItems).length
    return value.flatMap((element: unknown, index) =>
      index < first ? [] : checkPart(element, items, inside(place, index)),
    )
  },
  anyOf: (value, { anyOf }, place) => alternatives(value, anyOf, place),
  oneOf: (value, { oneOf }, place) => alternatives(value, oneOf, place),
  allOf: (value, { allOf }, place) => listOf(allOf).flatMap((part) => check(value, part, place)),
  ...Object.fromEntries(
    Object.entries(limitChecks).map(([keyword, broken]): [string, Check] => [
      keyword,
      (value, schema, place) => {
        const message = broken(value, schema[keyword])
        return message === undefined ? [] : [issue(place, message)]
      },
    ]),
  ),
}

/** Of several that fit, `oneOf` would take none; that is nothing a reader of the value could see. */
function alternatives(value: unknown, schemas: unknown, place: Place): Issue[] {
  const tried = listOf(schemas).map((schema) => check(value, schema, place))
  if (tried.length === 0 || tried.some((issues) => issues.length === 0)) return []
  // The one that it comes closest to: it goes wrong deepest.
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map(({ path }) => path?.length ?? 0))
  const [closest, next] = tried.toSorted((a, b) => depth(b) - depth(a))
  const isClear = closest !== undefined && (next === undefined || depth(closest) > depth(next))
  return isClear ? closest : [issue(place, `it fits none of the ${tried.length} alternatives`)]
}

function inside(place: Place, key: string | number): Place {
  return { ...place, path: [...place.path, key], followed: [] }
}

function issue({ path }: Place, message: string): Issue {
  return { path, message }
}

function shown(value: unknown): string {
  return JSON.stringify(value)
}

/** Objects are the same whatever the order of their keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((element, index) => isSame(element, b[index]))
  if (!isObject(a) || !isObject(b)) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  )
}
