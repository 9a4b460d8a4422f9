import type { FunctionTool } from '../events/tools.js'
import { declaration, type ToolContext, type ValueDeclaration } from './declaration.js'
import type { AnySchema } from './schema-source.js'
import type { InferInput, InferOutput, StandardSchemaV1 } from './standard-schema.js'
import { declareValue } from './value-declaration.js'

/** A tool that knows how to read its arguments, and may know how to run. */
export interface DeclaredFunctionTool<Name extends string, Output, Input = Output> extends FunctionTool {
  name: Name
  readonly [declaration]: ValueDeclaration<Output, Input>
}

/** What a schema makes of the arguments; unknown for plain JSON Schema. */
export type ArgumentsOf<Schema extends AnySchema> = Schema extends StandardSchemaV1
  ? InferOutput<Schema>
  : unknown

/** What the model writes; unknown for plain JSON Schema. */
export type RawArgumentsOf<Schema extends AnySchema> = Schema extends StandardSchemaV1
  ? InferInput<Schema>
  : unknown

/** A function, and how it is told to the model. */
export interface FunctionToolOptions<Name extends string, Schema extends AnySchema> {
  /** a-z, A-Z, 0-9, _ and -, at most 64 characters. */
  name: Name
  /** Tells the model what the function does and when to call it. */
  description?: string
  /** A schema of any library of Standard Schema, or plain JSON Schema, of an object. */
  parameters: Schema
  /**
   * Runs the function: used by `runFunctionCalls`, never sent. A string that it returns is given to the model as it is,
   * all else as JSON.
   */
  execute?: (args: ArgumentsOf<Schema>, context: ToolContext) => unknown
  /** Default `true`, as for `textFormat`. */
  strict?: boolean
  /** The JSON Schema to send, for a library that does not write its own. */
  jsonSchema?: Record<string, unknown>
}

/**
 * A function that the model may call: for `tools`. Parsed arguments come as `parsed_arguments` on its calls.
 * Nothing is executed by itself; see `runFunctionCalls`.
 *
 * @throws {MillraceError} `unsupported_schema`, as `textFormat`.
 * @example
 * const weather = functionTool({
 *   name: 'weather',
 *   description: 'The weather in a city, now.',
 *   parameters: z.object({ city: z.string() }),
 *   execute: ({ city }, { signal }) => fetchWeather(city, signal),
 * })
 */
export function functionTool<const Name extends string, Schema extends AnySchema>(
  options: FunctionToolOptions<Name, Schema>,
): DeclaredFunctionTool<Name, ArgumentsOf<Schema>, RawArgumentsOf<Schema>>
export function functionTool<Name extends string>({
  name,
  description,
  parameters,
  execute,
  strict = true,
  jsonSchema,
}: FunctionToolOptions<Name, AnySchema>): DeclaredFunctionTool<Name, unknown> {
  const declared = declareValue(parameters, { name, strict, jsonSchema })
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters: declared.schema,
    strict,
    [declaration]: { ...declared.declaration, ...(execute !== undefined && { execute }) },
  }
}
