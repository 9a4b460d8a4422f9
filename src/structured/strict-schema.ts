import { MillraceError } from '../errors/millrace-error.js'
import { acceptsNull, isObject, listOf, resolveRef, typesOf, type JSONObject } from './json-schema.js'
import { mergeAllOf } from './merge-all-of.js'
import { constrains, formats, kept, looksAround, narrowing, refused } from './strict-rules.js'
import { formatPath, type ValuePath } from './value-path.js'

/** A schema that strict mode takes, and what had to be said in another way. */
export interface StrictSchema {
  schema: JSONObject
  /** For each object of `schema` that has them: the properties that were optional and are nullable now. */
  optional: ReadonlyMap<JSONObject, ReadonlySet<string>>
}

export interface StrictSchemaOptions {
  /** Whose schema it is, for the error: `The schema of "person"`. */
  name: string
  /** Whether a validator looks at the value afterwards, so that what only narrows may be left out. */
  validated: boolean
}

interface Conversion extends StrictSchemaOptions {
  source: JSONObject
  optional: Map<JSONObject, ReadonlySet<string>>
}

/** Converts the part of the schema that describes what stands at `path`. */
type Convert = (conversion: Conversion, part: JSONObject, path: ValuePath) => JSONObject

/**
 * The same schema as strict mode wants it: every property required, no others allowed, an optional property
 * nullable, `oneOf` as `anyOf`, `allOf` merged.
 *
 * @throws {MillraceError} `unsupported_schema` where that is not possible; the message names the path.
 */
export function toStrictSchema(source: JSONObject, options: StrictSchemaOptions): StrictSchema {
  const conversion: Conversion = { ...options, source, optional: new Map() }
  const schema = convert(conversion, inlineRoot(source), [])
  if (schema['type'] !== 'object') {
    const advice = 'Put it into a property of an object.'
    refuse(conversion, [], 'its root is not an object', advice)
  }
  for (const group of ['$defs', 'definitions']) {
    const definitions = source[group]
    if (!isObject(definitions)) continue
    const entries = Object.entries(definitions)
    schema[group] = Object.fromEntries(
      entries.map(([key, value]) => [key, convert(conversion, value, [group, key])]),
    )
  }
  return { schema, optional: conversion.optional }
}

/** Follows a root that is only a reference. */
function inlineRoot(source: JSONObject): JSONObject {
  const seen = new Set<unknown>()
  let root = source
  for (;;) {
    const { $ref, ...beside } = root
    if ($ref === undefined || seen.has($ref) || constrains(beside)) return root
    seen.add($ref)
    root = resolveRef(source, $ref) ?? root
  }
}

function refuse(
  { name }: Conversion,
  path: ValuePath,
  why: string,
  advice = 'Change the schema there, or pass strict: false.',
): never {
  throw new MillraceError(
    'unsupported_schema',
    `The schema of "${name}" cannot be expressed in strict mode at ${formatPath(path)}: ${why}. ${advice}`,
  )
}

function convert(conversion: Conversion, part: unknown, path: ValuePath): JSONObject {
  if (part === true) return refuse(conversion, path, 'it accepts anything')
  if (!isObject(part)) return refuse(conversion, path, 'it is no schema')
  for (const [keyword, why] of refused) {
    if (part[keyword] !== undefined) refuse(conversion, path, `${why} (${keyword})`)
  }
  if (part['allOf'] !== undefined) return convertAllOf(conversion, part, path)
  if (part['$ref'] !== undefined) return convertRef(conversion, part, path)
  const isUnion = part['anyOf'] !== undefined || part['oneOf'] !== undefined
  return isUnion ? convertUnion(conversion, part, path) : convertPlain(conversion, part, path)
}

const convertAllOf: Convert = (conversion, part, path) => {
  const merged = mergeAllOf(part, conversion.source)
  if (merged === undefined) return refuse(conversion, path, 'it must fit several schemas at once (allOf)')
  return convert(conversion, merged, path)
}

const convertRef: Convert = (conversion, { $ref, ...beside }, path) => {
  if (resolveRef(conversion.source, $ref) === undefined) {
    const ref = JSON.stringify($ref)
    return refuse(conversion, path, `${ref} refers to nothing in the $defs of the schema`)
  }
  if (constrains(beside)) {
    return refuse(conversion, path, 'it must fit a reference and something else at once')
  }
  // The API allows nothing beside a $ref.
  const notes = annotations(beside)
  return Object.keys(notes).length === 0 ? { $ref } : { ...notes, anyOf: [{ $ref }] }
}

const convertUnion: Convert = (conversion, part, path) => {
  // The alternatives have types of their own.
  const { anyOf, oneOf, type: _type, ...beside } = part
  if (constrains(beside) || (anyOf !== undefined && oneOf !== undefined)) {
    return refuse(conversion, path, 'it must fit a union and something else at once')
  }
  const branches = listOf(anyOf ?? oneOf).filter((branch) => branch !== false)
  if (branches.length === 0) return refuse(conversion, path, 'no value fits it')
  return { ...annotations(part), anyOf: branches.map((branch) => convert(conversion, branch, path)) }
}

const convertPlain: Convert = (conversion, part, path) => {
  const types = typesOf(part)
  if (types === undefined) return refuse(conversion, path, 'it accepts anything')
  const strict: JSONObject = { type: types.length === 1 ? types[0] : types }
  for (const [keyword, content] of Object.entries(part)) {
    if (kept.has(keyword)) strict[keyword] = content
  }
  if (types.includes('object')) convertObject(conversion, part, path, strict)
  if (types.includes('array')) strict['items'] = convertItems(conversion, part, path)
  keepNarrowing(conversion, part, path, strict)
  return strict
}

const convertItems: Convert = (conversion, { items }, path) => {
  if (Array.isArray(items)) return refuse(conversion, path, 'it is a tuple (items is a list)')
  if (items === undefined) return refuse(conversion, path, 'it is a list of anything (it has no items)')
  return convert(conversion, items, [...path, '[]'])
}

function keepNarrowing(
  conversion: Conversion,
  { format, pattern, ...part }: JSONObject,
  path: ValuePath,
  strict: JSONObject,
): void {
  const lost = narrowing.filter((keyword) => part[keyword] !== undefined)
  if (formats.has(format)) strict['format'] = format
  else if (format !== undefined) lost.push('format')
  if (looksAround(pattern)) lost.push('pattern')
  else if (pattern !== undefined) strict['pattern'] = pattern
  if (lost.length > 0 && !conversion.validated) {
    refuse(
      conversion,
      path,
      `the API does not take this ${lost.join(', ')}, and without a schema library nothing else checks it`,
    )
  }
}

function convertObject(conversion: Conversion, part: JSONObject, path: ValuePath, strict: JSONObject): void {
  if ((part['additionalProperties'] ?? false) !== false) {
    const advice = 'List its properties, or pass strict: false.'
    refuse(conversion, path, 'it has keys of any name (additionalProperties)', advice)
  }
  if (!isObject(part['properties'])) {
    return refuse(conversion, path, 'it is an object of any shape (it has no properties)')
  }
  const required = new Set(listOf(part['required']))
  const made = new Set<string>()
  const properties: [string, JSONObject][] = []
  for (const [key, property] of Object.entries(part['properties'])) {
    const converted = convert(conversion, property, [...path, key])
    const stays = required.has(key) || acceptsNull(property, conversion.source)
    if (!stays) made.add(key)
    properties.push([key, stays ? converted : nullable(converted)])
  }
  strict['properties'] = Object.fromEntries(properties)
  strict['required'] = properties.map(([key]) => key)
  strict['additionalProperties'] = false
  if (made.size > 0) conversion.optional.set(strict, made)
}

function annotations({ title, description }: JSONObject): JSONObject {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}

/** Scalars as a second type, everything else as a second alternative. */
function nullable(schema: JSONObject): JSONObject {
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...listOf(anyOf), { type: 'null' }] }
  const types = [type].flat()
  const isScalar = types.every((name) => name !== undefined && name !== 'object' && name !== 'array')
  if (!isScalar || 'const' in schema) return { anyOf: [schema, { type: 'null' }] }
  const choices = Array.isArray(rest['enum']) ? { enum: [...listOf(rest['enum']), null] } : {}
  return { ...rest, type: [...types, 'null'], ...choices }
}
