/**
 * The part of JSON Schema that the API takes with `strict: true`, as its guide to structured outputs lists it.
 * What is in none of these tables tells the model nothing and is left out: `$schema`, `default`, `examples`,
 * `x-…`.
 */

/** Sent as they are. */
export const kept: ReadonlySet<string> = new Set([
  'title',
  'description',
  'const',
  'enum',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
])

/** The only values of `format` that the API knows. */
export const formats: ReadonlySet<unknown> = new Set([
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
])

/** Change what a value may be, and cannot be said in another way. */
export const refused: readonly (readonly [keyword: string, why: string])[] = [
  ['not', 'it says what a value must not be'],
  ['if', 'it depends on a condition'],
  ['then', 'it depends on a condition'],
  ['else', 'it depends on a condition'],
  ['dependentRequired', 'some of its properties depend on others'],
  ['dependentSchemas', 'some of its properties depend on others'],
  ['dependencies', 'some of its properties depend on others'],
  ['patternProperties', 'its keys follow a pattern'],
  ['prefixItems', 'it is a tuple'],
  ['additionalItems', 'it is a tuple'],
  ['unevaluatedProperties', 'it depends on what other schemas have seen'],
  ['unevaluatedItems', 'it depends on what other schemas have seen'],
  ['$dynamicRef', 'its reference is dynamic'],
  ['$recursiveRef', 'its reference is dynamic'],
]

/** Only narrow a value further: left out where a validator looks at the value afterwards. */
export const narrowing: readonly string[] = [
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'propertyNames',
]

const constraining: ReadonlySet<string> = new Set([
  ...[...kept].filter((keyword) => keyword !== 'title' && keyword !== 'description'),
  ...refused.map(([keyword]) => keyword),
  ...narrowing,
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'format',
  'pattern',
  '$ref',
  'anyOf',
  'oneOf',
  'allOf',
])

/** Whether a schema says anything of the value, other than notes; `except` are not counted. */
export function constrains(schema: Record<string, unknown>, except?: ReadonlySet<string>): boolean {
  return Object.keys(schema).some((keyword) => constraining.has(keyword) && !except?.has(keyword))
}

/** The API compiles patterns to automata, which cannot look around. */
export function looksAround(pattern: unknown): boolean {
  return typeof pattern === 'string' && /\(\?<?[=!]/.test(pattern)
}
