import { invalidRequest } from '../http-error.js'

/** Checks one value of a request; throws the 400 that names its path. */
export type Rule = (value: unknown, path: string) => void

export function nullable(rule: Rule): Rule {
  return (value, path) => {
    if (value !== null) rule(value, path)
  }
}

export function boolean(): Rule {
  return (value, path) => {
    if (typeof value !== 'boolean') throw wrongType(path, 'a boolean', value)
  }
}

export function string(limits: { maxLength?: number } = {}): Rule {
  return (value, path) => {
    if (typeof value !== 'string') throw wrongType(path, 'a string', value)
    const { maxLength } = limits
    if (maxLength === undefined || value.length <= maxLength) return
    const message = `Invalid '${path}': string too long. Expected a string with maximum length ${maxLength}, but got a string with length ${value.length} instead.`
    throw invalidRequest(message, path, 'string_above_max_length')
  }
}

interface Range {
  min?: number
  max?: number
}

export function decimal(range: Range = {}): Rule {
  return (value, path) => {
    if (typeof value !== 'number') throw wrongType(path, 'a decimal', value)
    requireRange('decimal', value, path, range)
  }
}

export function integer(range: Range = {}): Rule {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType(path, 'an integer', value)
    requireRange('integer', value, path, range)
  }
}

function requireRange(kind: 'decimal' | 'integer', value: number, path: string, { min, max }: Range): void {
  if (min !== undefined && value < min) throw outOfRange(kind, 'min', '>=', min, value, path)
  if (max !== undefined && value > max) throw outOfRange(kind, 'max', '<=', max, value, path)
}

function outOfRange(
  kind: string,
  bound: 'min' | 'max',
  sign: string,
  limit: number,
  value: number,
  path: string,
): Error {
  const side = bound === 'min' ? 'below minimum' : 'above maximum'
  const message = `Invalid '${path}': ${kind} ${side} value. Expected a value ${sign} ${limit}, but got ${value} instead.`
  return invalidRequest(message, path, `${kind}_${bound === 'min' ? 'below_min' : 'above_max'}_value`)
}

export function oneOf(...values: readonly string[]): Rule {
  return (value, path) => {
    if (typeof value !== 'string') throw wrongType(path, 'a string', value)
    if (values.includes(value)) return
    const supported = values.map((each) => `'${each}'`).join(', ')
    throw invalidRequest(
      `Unsupported value: '${path}' does not support '${value}'. Supported values are: ${supported}.`,
      path,
      'unsupported_value',
    )
  }
}

export function arrayOf(rule: Rule, expected = 'an array'): Rule {
  return (value, path) => {
    if (!Array.isArray(value)) throw wrongType(path, expected, value)
    value.forEach((element: unknown, index) => rule(element, `${path}[${index}]`))
  }
}

/** An object whose fields are checked where present. Unknown fields are left alone. */
export function object(fields: Readonly<Record<string, Rule>> = {}, required: readonly string[] = []): Rule {
  return (value, path) => {
    if (!isObject(value)) throw wrongType(path, 'an object', value)
    for (const name of required) if (value[name] === undefined) throw missing(`${path}.${name}`)
    for (const [name, rule] of Object.entries(fields)) {
      if (value[name] !== undefined) rule(value[name], `${path}.${name}`)
    }
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function missing(path: string): Error {
  return invalidRequest(`Missing required parameter: '${path}'.`, path, 'missing_required_parameter')
}

export function wrongType(path: string, expected: string, value: unknown): Error {
  return invalidRequest(
    `Invalid type for '${path}': expected ${expected}, but got ${describe(value)} instead.`,
    path,
    'invalid_type',
  )
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
