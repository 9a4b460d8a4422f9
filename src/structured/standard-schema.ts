/**
 * What schema libraries agreed on (standardschema.dev, version 1): the part of it that is used here, in our own
 * words. Types only. zod, valibot, arktype and others have it.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardProps<Input, Output>
}

/** What a schema of any such library can do. */
export interface StandardProps<Input = unknown, Output = Input> {
  readonly version: 1
  readonly vendor: string
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
  /** Where the library knows JSON Schema; see `StandardJSONSchemaV1`. */
  readonly jsonSchema?: StandardJSONSchemaConverter | undefined
}

/** A schema that can also say itself in JSON Schema. */
export interface StandardJSONSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardProps<Input, Output> & { readonly jsonSchema: StandardJSONSchemaConverter }
}

/** `libraryOptions` are the library's own. */
export interface JSONSchemaOptions {
  readonly target: string
  readonly libraryOptions?: Record<string, unknown> | undefined
}

/** Throws for what has no JSON Schema, and for a `target` that the library does not know. */
export interface StandardJSONSchemaConverter {
  readonly input: (options: JSONSchemaOptions) => Record<string, unknown>
  readonly output: (options: JSONSchemaOptions) => Record<string, unknown>
}

/** The value after the schema, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** What is wrong, and where. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What a schema makes of a value. */
export type InferOutput<Schema extends StandardSchemaV1> = NonNullable<Schema['~standard']['types']>['output']

/** What a schema takes. */
export type InferInput<Schema extends StandardSchemaV1> = NonNullable<Schema['~standard']['types']>['input']
