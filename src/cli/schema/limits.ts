import { isObject } from '../../structured/json-schema.js'
import { numberOf } from '../render/fields.js'
import { counted } from '../render/format.js'

/** What is wrong, or undefined. */
type LimitCheck = (value: unknown, limit: unknown) => string | undefined

/** A check of what can be measured of a value; of other values and with other limits it says nothing. */
function limit(
  measure: (value: unknown) => number | undefined,
  fits: (measured: number, limit: number) => boolean,
  says: (limit: number) => string,
): LimitCheck {
  return (value, bound) => {
    const measured = measure(value)
    if (measured === undefined || typeof bound !== 'number' || fits(measured, bound)) return undefined
    return says(bound)
  }
}

/** JSON Schema counts characters, not UTF-16 units. */
const charactersOf = (value: unknown) => (typeof value === 'string' ? [...value].length : undefined)
const elementsOf = (value: unknown) => (Array.isArray(value) ? value.length : undefined)
const keysOf = (value: unknown) => (isObject(value) ? Object.keys(value).length : undefined)

const atLeast = (measured: number, bound: number) => measured >= bound
const atMost = (measured: number, bound: number) => measured <= bound

/** 0.3 is a multiple of 0.1, though not in binary. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) < 1e-9
}

export const limitChecks: Readonly<Record<string, LimitCheck>> = {
  minimum: limit(numberOf, atLeast, (bound) => `it must be at least ${bound}`),
  maximum: limit(numberOf, atMost, (bound) => `it must be at most ${bound}`),
  exclusiveMinimum: limit(
    numberOf,
    (value, bound) => value > bound,
    (bound) => `it must be above ${bound}`,
  ),
  exclusiveMaximum: limit(
    numberOf,
    (value, bound) => value < bound,
    (bound) => `it must be below ${bound}`,
  ),
  multipleOf: limit(numberOf, isMultiple, (bound) => `it must be a multiple of ${bound}`),
  minLength: limit(charactersOf, atLeast, (bound) => `it must have at least ${counted(bound, 'character')}`),
  maxLength: limit(charactersOf, atMost, (bound) => `it must have at most ${counted(bound, 'character')}`),
  minItems: limit(elementsOf, atLeast, (bound) => `it must have at least ${counted(bound, 'element')}`),
  maxItems: limit(elementsOf, atMost, (bound) => `it must have at most ${counted(bound, 'element')}`),
  minProperties: limit(keysOf, atLeast, (bound) => `it must have at least ${counted(bound, 'key')}`),
  maxProperties: limit(keysOf, atMost, (bound) => `it must have at most ${counted(bound, 'key')}`),
  pattern(value, pattern) {
    if (typeof value !== 'string' || typeof pattern !== 'string') return undefined
    return matches(value, pattern) ? undefined : `it must match ${pattern}`
  },
}

/** A pattern that is none here may be one for the server. */
function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}
