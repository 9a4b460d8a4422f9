import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberSample } from '../../../src/server/backends/number-sample.js'

test.each([
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 1],
  [{ type: 'integer', minimum: -9007199254740991, maximum: -5 }, -5],
  [{ type: 'integer', minimum: 0, maximum: 150 }, 1],
  [{ type: 'integer', exclusiveMaximum: 1 }, 0],
  [{ type: 'integer', exclusiveMinimum: -4, exclusiveMaximum: 1, multipleOf: 3 }, 0],
  [{ type: 'integer', exclusiveMinimum: -4, exclusiveMaximum: 0, multipleOf: 3 }, -3],
  [{ type: 'integer', minimum: -10, multipleOf: 5 }, 5],
  [{ type: 'integer', multipleOf: 2.5 }, 5],
  [{ type: 'number', minimum: -3.4e38, maximum: 3.4e38 }, 1],
  [{ type: 'number', minimum: 2.5 }, 2.5],
  [{ type: 'number', exclusiveMinimum: 2.5 }, 3],
  [{ type: 'number', exclusiveMinimum: 5, maximum: 5.5 }, 5.25],
  [{ type: 'number', exclusiveMaximum: 0 }, -1],
  [{ type: 'number', multipleOf: 0.1 }, 1],
  [{ type: 'number', minimum: 0.8, multipleOf: 0.3, maximum: 1 }, 0.9],
  [{ type: 'number', minimum: 3, maximum: 2 }, 2],
])('%j is answered with %j', ({ type, ...schema }, value) => {
  expect(numberSample(schema, type === 'integer')).toBe(value)
})

test('numbers are within their bounds whenever there is one', () => {
  const bound = fc.integer({ min: -50, max: 50 })
  fc.assert(
    fc.property(
      bound,
      fc.nat({ max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.boolean(),
      (low, width, multipleOf, above, below) => {
        const high = low + width
        const fits = (value: number): boolean =>
          (above ? value > low : value >= low) &&
          (below ? value < high : value <= high) &&
          value % multipleOf === 0
        const exists = Array.from({ length: width + 1 }, (_, index) => low + index).some(fits)
        fc.pre(exists)
        const schema = {
          multipleOf,
          [above ? 'exclusiveMinimum' : 'minimum']: low,
          [below ? 'exclusiveMaximum' : 'maximum']: high,
        }
        expect(numberSample(schema, true)).toSatisfy(fits)
      },
    ),
  )
})
