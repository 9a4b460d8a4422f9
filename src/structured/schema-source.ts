import { MillraceError } from '../errors/millrace-error.js'
import type { JSONObject } from './json-schema.js'
import { reasonOf } from './reason-of.js'
import type { StandardSchemaV1 } from './standard-schema.js'
import { whereUnrepresentable } from './unrepresentable.js'

/** A schema of a library, or plain JSON Schema. */
export type AnySchema = StandardSchemaV1 | JSONObject

/** The newest first; not every library writes each. */
const targets = ['draft-2020-12', 'draft-07'] as const

/** What is sent, and what looks at the values; plain JSON Schema has no validator here. */
export function readSchema(
  source: AnySchema,
  name: string,
  jsonSchema: JSONObject | undefined,
): { json: JSONObject; validator: StandardSchemaV1 | undefined } {
  if (!isStandardSchema(source)) return { json: jsonSchema ?? source, validator: undefined }
  return { json: jsonSchema ?? jsonSchemaOf(source, name), validator: source }
}

/** A function too: arktype's schemas are. */
function isStandardSchema(source: AnySchema): source is StandardSchemaV1 {
  return '~standard' in source
}

function jsonSchemaOf({ '~standard': standard }: StandardSchemaV1, name: string): JSONObject {
  const converter = standard.jsonSchema
  if (converter === undefined) {
    throw new MillraceError(
      'unsupported_schema',
      `${standard.vendor} says nothing of JSON Schema for "${name}". ` +
        'Pass it as the option jsonSchema (for valibot, wrap the schema in toStandardJsonSchema of @valibot/to-json-schema).',
    )
  }
  let cause: unknown
  for (const target of targets) {
    try {
      return converter.input({ target })
    } catch (error) {
      cause ??= error
    }
  }
  const where = whereUnrepresentable(converter, targets[0])
  const reason = reasonOf(cause).replace(/\.?$/, '.')
  throw new MillraceError(
    'unsupported_schema',
    `${standard.vendor} finds no JSON Schema for "${name}"${where}: ${reason} Change the schema, or pass the option jsonSchema.`,
    { cause },
  )
}
