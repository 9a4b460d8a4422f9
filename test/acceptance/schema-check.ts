import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The schema of Open Responses, in a notation of its own: `key?` is optional; `=x` a literal, which may be
 * absent; `T|null`; `T[]`; `@Name` another schema; `enum:a/b`; `{ "any": [...] }` one of these;
 * `{ "map": T }` an object with any keys. Keys that are not named are ignored.
 */
type Spec = string | { any: Spec[] } | { map: Spec } | { [key: string]: Spec }

const { schemas, events } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'open-responses-schema.json'), 'utf8'),
) as { schemas: Record<string, Spec>; events: Record<string, Spec> }

/** What is wrong with a value: nothing, or one sentence for each place. */
export function problemsOf(name: string, value: unknown): string[] {
  return check(`@${name}`, value, name)
}

/** The same for an event, whose type says which schema it must follow. */
export function eventProblems(event: { type: string }): string[] {
  const spec = events[event.type]
  return spec === undefined ? [`${event.type} is not among the events`] : check(spec, event, event.type)
}

function check(spec: Spec, value: unknown, path: string): string[] {
  if (typeof spec === 'string') return checkNamed(spec, value, path)
  if ('any' in spec && Array.isArray(spec.any)) {
    const fits = spec.any.some((each) => check(each, value, path).length === 0)
    return fits ? [] : [`${path}: ${JSON.stringify(value)} fits none of ${JSON.stringify(spec.any)}`]
  }
  if (!isObject(value)) return [`${path}: ${JSON.stringify(value)} is not an object`]
  if ('map' in spec && !Array.isArray(spec.map)) {
    const { map } = spec
    return Object.entries(value).flatMap(([key, each]) => check(map, each, `${path}.${key}`))
  }
  return Object.entries(spec).flatMap(([key, each]) => {
    const name = key.replace(/\?$/, '')
    if (value[name] !== undefined) return check(each, value[name], `${path}.${name}`)
    const mayBeAbsent = name !== key || (typeof each === 'string' && each.startsWith('='))
    return mayBeAbsent ? [] : [`${path}.${name} is missing`]
  })
}

function checkNamed(spec: string, value: unknown, path: string): string[] {
  if (spec.endsWith('|null')) return value === null ? [] : checkNamed(spec.slice(0, -5), value, path)
  if (spec.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is not an array`]
    return value.flatMap((each, index) => check(spec.slice(0, -2), each, `${path}[${index}]`))
  }
  if (spec.startsWith('@')) {
    const schema = schemas[spec.slice(1)]
    if (schema === undefined) throw new Error(`There is no schema ${spec}.`)
    return check(schema, value, path)
  }
  const fits = spec.startsWith('=')
    ? value === spec.slice(1)
    : spec.startsWith('enum:')
      ? spec.slice(5).split('/').includes(String(value))
      : kinds[spec]?.(value)
  return fits === true ? [] : [`${path}: ${JSON.stringify(value)} is not ${spec}`]
}

const kinds: Record<string, (value: unknown) => boolean> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
