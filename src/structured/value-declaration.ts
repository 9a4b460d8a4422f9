import type { ParseResult, ValueDeclaration } from './declaration.js'
import type { JSONObject } from './json-schema.js'
import { mismatch, schemaThrew } from './parse-error.js'
import { parseJSON } from './parse-json.js'
import { openPartial } from './partial-value.js'
import { restoreAbsent } from './restore-absent.js'
import { readSchema, type AnySchema } from './schema-source.js'
import type { StandardResult, StandardSchemaV1 } from './standard-schema.js'
import { toStrictSchema, type StrictSchema } from './strict-schema.js'

export interface DeclareOptions {
  /** Of the format or the tool. */
  name: string
  strict: boolean
  /** In place of the schema's own. */
  jsonSchema?: JSONObject | undefined
}

export interface Declared {
  /** What is sent. */
  schema: JSONObject
  declaration: ValueDeclaration<unknown, unknown>
}

/** What is sent for a schema, and what reads the values that come back. */
export function declareValue(source: AnySchema, { name, strict, jsonSchema }: DeclareOptions): Declared {
  const { json, validator } = readSchema(source, name, jsonSchema)
  if (!strict) return { schema: json, declaration: declarationFor(validator, undefined) }
  const converted = toStrictSchema(json, { name, validated: validator !== undefined })
  return { schema: converted.schema, declaration: declarationFor(validator, converted) }
}

function declarationFor(
  validator: StandardSchemaV1 | undefined,
  strict: StrictSchema | undefined,
): ValueDeclaration<unknown, unknown> {
  return { openPartial, parse: (text) => parseValue(text, validator, strict) }
}

function parseValue(
  text: string,
  validator: StandardSchemaV1 | undefined,
  strict: StrictSchema | undefined,
): ParseResult<unknown> | Promise<ParseResult<unknown>> {
  const json = parseJSON(text)
  if (json.parse_error !== undefined) return json
  try {
    if (strict !== undefined) restoreAbsent(json.parsed, strict)
    if (validator === undefined) return json
    const result = validator['~standard'].validate(json.parsed)
    // A thenable of any library, not only a native promise.
    if ('then' in result) return Promise.resolve(result).then(toParseResult).catch(failed)
    return toParseResult(result)
  } catch (cause) {
    return failed(cause)
  }
}

function toParseResult(result: StandardResult<unknown>): ParseResult<unknown> {
  return result.issues === undefined ? { parsed: result.value } : { parse_error: mismatch(result.issues) }
}

function failed(cause: unknown): ParseResult<unknown> {
  return { parse_error: schemaThrew(cause) }
}
