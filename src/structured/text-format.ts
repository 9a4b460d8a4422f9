import type { ResponseFormatTextJSONSchemaConfig } from '../events/text-config.js'
import { declarationOfHelper } from './declaration-of.js'
import { declaration, type ValueDeclaration } from './declaration.js'
import type { JSONObject } from './json-schema.js'
import type { OpenAITextFormat } from './openai-helpers.js'
import { openPartial } from './partial-value.js'
import type { AnySchema } from './schema-source.js'
import type { InferInput, InferOutput, StandardSchemaV1 } from './standard-schema.js'
import { declareValue } from './value-declaration.js'

/** A format that knows how to read the text it asks for. */
export interface DeclaredTextFormat<Output, Input = Output> extends ResponseFormatTextJSONSchemaConfig {
  readonly [declaration]: ValueDeclaration<Output, Input>
}

/** How a text format is sent. */
export interface TextFormatOptions {
  /** Tells the model what the format is for. */
  description?: string
  /**
   * Default `true`: the schema is made acceptable to strict mode, and the model keeps to it. With `false` it is
   * sent as it is, and the model only tries.
   */
  strict?: boolean
  /** The JSON Schema to send, for a library that does not write its own. */
  jsonSchema?: Record<string, unknown>
}

/**
 * The answer as JSON of a schema: for `text.format`. The parsed value comes as `parsed` on the text and as
 * `output_parsed` on the response, and as `partial` while the text streams.
 *
 * Takes a schema of any library of Standard Schema (zod 4, valibot 1, arktype …), also one that validates
 * asynchronously; a plain JSON Schema, whose values are `JSON.parse` and nothing more; or a format made by
 * `openai/helpers/zod`, which gains partial values. `name` is a-z, A-Z, 0-9, _ and -, at most 64 characters.
 *
 * In strict mode every property is required, so optional ones are sent as nullable; a null that comes back for
 * one is taken out again before your schema sees the value. Constraints that the API does not take (a format like
 * `uri`, `uniqueItems`, a pattern that looks around) are left to your schema.
 *
 * @throws {MillraceError} `unsupported_schema` for what strict mode cannot express, naming the path: records,
 * tuples, `z.any()`, a root that is not an object.
 * @example
 * const person = z.object({ name: z.string(), age: z.number().optional() })
 * const response = await client.responses.parse({
 *   model: 'gpt-5',
 *   input: 'Who wrote Faust?',
 *   text: { format: textFormat(person, 'person') },
 * })
 * response.output_parsed // { name: string; age?: number } | undefined
 */
export function textFormat<Schema extends StandardSchemaV1>(
  schema: Schema,
  name: string,
  options?: TextFormatOptions,
): DeclaredTextFormat<InferOutput<Schema>, InferInput<Schema>>
export function textFormat<Output>(
  format: OpenAITextFormat<Output>,
  name?: string,
): DeclaredTextFormat<Output>
export function textFormat<Output = unknown>(
  schema: JSONObject,
  name: string,
  options?: TextFormatOptions,
): DeclaredTextFormat<Output>
export function textFormat(
  source: AnySchema | OpenAITextFormat<unknown>,
  name?: string,
  { description, strict = true, jsonSchema }: TextFormatOptions = {},
): DeclaredTextFormat<unknown> {
  if (isOpenAITextFormat(source)) {
    const read = { ...declarationOfHelper(source), openPartial }
    return { ...source, ...(name !== undefined && { name }), [declaration]: read }
  }
  const given = name ?? 'output'
  const declared = declareValue(source, { name: given, strict, jsonSchema })
  return {
    type: 'json_schema',
    name: given,
    ...(description !== undefined && { description }),
    schema: declared.schema,
    strict,
    [declaration]: declared.declaration,
  }
}

function isOpenAITextFormat(
  source: AnySchema | OpenAITextFormat<unknown>,
): source is OpenAITextFormat<unknown> {
  return '$parseRaw' in source && typeof source.$parseRaw === 'function'
}
