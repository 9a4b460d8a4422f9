import { numberSample } from './number-sample.js'
import { patternSample } from './pattern-sample.js'

/** A JSON Schema, read tolerantly: keywords that say nothing about a value are ignored. */
type JSONSchema = Record<string, unknown>

export interface InstanceOptions {
  /** Text to use where the schema leaves a string free. Default: the name of the property. */
  text?: string | undefined
}

/**
 * A value that fits a JSON Schema, always the same for the same schema: every property is there, lists
 * have as few elements as allowed but at least one, numbers are as near to 1 as they may be. Knows the keywords that structured outputs and
 * function tools use; `$ref` within the schema, recursive ones included.
 *
 * @example
 * jsonInstance({ type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } } })
 * // { city: 'city', days: 1 }
 */
export function jsonInstance(schema: unknown, options: InstanceOptions = {}): unknown {
  return instance(schema, { root: schema, depth: 0, name: 'text', text: options.text })
}

interface Place {
  root: unknown
  depth: number
  /** The property the value is for. */
  name: string
  text: string | undefined
}

/** From here on a recursive schema is ended with as little as it allows. */
const deep = 6
/** A schema that cannot end has no instance. */
const bottomless = 40

function instance(schema: unknown, place: Place): unknown {
  if (place.depth > bottomless) return null
  if (!isSchema(schema)) return place.text ?? place.name
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (typeof schema.$ref === 'string')
    return instance(resolve(schema.$ref, place.root), { ...place, depth: place.depth + 1 })
  const branches = schema.anyOf ?? schema.oneOf
  if (Array.isArray(branches))
    return instance({ ...schema, anyOf: undefined, oneOf: undefined, ...branchOf(branches, place) }, place)
  if (Array.isArray(schema.allOf)) return instance(merged(schema, schema.allOf, place), place)
  return makers[typeOf(schema, place)]?.(schema, place) ?? null
}

/** The first branch that says something; deep in a recursion the one that ends it. */
function branchOf(branches: unknown[], place: Place): JSONSchema {
  const schemas = branches.filter(isSchema)
  const ending =
    place.depth >= deep
      ? schemas.find((branch) => branch.$ref === undefined && branch.type !== 'object')
      : undefined
  return ending ?? schemas.find((branch) => branch.type !== 'null') ?? schemas[0] ?? {}
}

function merged(schema: JSONSchema, parts: unknown[], place: Place): JSONSchema {
  let whole: JSONSchema = { ...schema, allOf: undefined }
  for (const part of parts) {
    const next = isSchema(part) && typeof part.$ref === 'string' ? resolve(part.$ref, place.root) : part
    if (!isSchema(next)) continue
    const required = [...listOf(whole.required), ...listOf(next.required)]
    const properties = { ...objectOf(whole.properties), ...objectOf(next.properties) }
    whole = {
      ...whole,
      ...next,
      ...(required.length > 0 && { required }),
      ...(Object.keys(properties).length > 0 && { properties }),
    }
  }
  return whole
}

function typeOf(schema: JSONSchema, place: Place): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const type: unknown =
    (place.depth >= deep && types.includes('null') ? 'null' : undefined) ??
    types.find((each) => each !== 'null') ??
    types[0]
  if (typeof type === 'string') return type
  if (schema.properties !== undefined) return 'object'
  return schema.items === undefined ? 'string' : 'array'
}

const makers: Record<string, (schema: JSONSchema, place: Place) => unknown> = {
  object: objectInstance,
  array: arrayInstance,
  string: stringInstance,
  integer: (schema) => numberSample(schema, true),
  number: (schema) => numberSample(schema, false),
  boolean: () => true,
  null: () => null,
}

function objectInstance(schema: JSONSchema, place: Place): JSONSchema {
  const required = listOf(schema.required)
  const value: JSONSchema = {}
  for (const [name, property] of Object.entries(objectOf(schema.properties))) {
    if (place.depth >= deep && !required.includes(name)) continue
    value[name] = instance(property, { ...place, name, depth: place.depth + 1 })
  }
  for (const name of required) {
    if (typeof name === 'string' && !(name in value))
      value[name] = instance(schema.additionalProperties, { ...place, name, depth: place.depth + 1 })
  }
  return value
}

function arrayInstance(schema: JSONSchema, place: Place): unknown[] {
  const first = listOf(schema.prefixItems).map((each) => instance(each, { ...place, depth: place.depth + 1 }))
  const fewest = numberOf(schema.minItems) ?? 0
  const most = numberOf(schema.maxItems) ?? Infinity
  const length = Math.min(most, Math.max(fewest, first.length, place.depth >= deep ? 0 : 1))
  for (let index = first.length; index < length; index += 1) {
    const element = instance(schema.items, { ...place, depth: place.depth + 1 })
    first.push(schema.uniqueItems === true ? distinct(element, schema.items, first) : element)
  }
  return first.slice(0, length)
}

/** Another element where the list has this one already. */
function distinct(element: unknown, schema: unknown, others: readonly unknown[]): unknown {
  const choices = isSchema(schema) ? listOf(schema.enum) : []
  const isNew = (value: unknown): boolean => !others.includes(value)
  if (choices.length > 0) return choices.find(isNew) ?? element
  if (typeof element === 'number') return element + others.length
  return typeof element === 'string' && !isNew(element) ? `${element} ${others.length + 1}` : element
}

const formats: Record<string, string> = {
  'date-time': '2026-01-01T12:00:00Z',
  date: '2026-01-01',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
}

function stringInstance(schema: JSONSchema, place: Place): string {
  if (typeof schema.format === 'string' && formats[schema.format] !== undefined)
    return formats[schema.format] ?? ''
  if (typeof schema.pattern === 'string') {
    const sample = patternSample(schema.pattern)
    if (sample !== undefined) return sample
  }
  const characters = [...(place.text ?? place.name)]
  while (characters.length < (numberOf(schema.minLength) ?? 0)) characters.push(...' and so on')
  return characters.slice(0, numberOf(schema.maxLength)).join('')
}

/** Pointers into the schema itself, such as `#/$defs/node`. */
function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined
  let target = root
  for (const step of reference
    .slice(1)
    .split('/')
    .filter((part) => part !== '')) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    target = isSchema(target) || Array.isArray(target) ? Reflect.get(target, key) : undefined
  }
  return target
}

function isSchema(value: unknown): value is JSONSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(value: unknown): JSONSchema {
  return isSchema(value) ? value : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
