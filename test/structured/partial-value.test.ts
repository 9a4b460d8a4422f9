import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openPartial } from '../../src/structured/partial-value.js'
import { jsonText, jsonTextWithDuplicates } from './json-text.js'

const runs = { numRuns: process.env.CI ? 5_000 : 500 }

/** The value after each piece, each a copy. */
function valuesAfter(pieces: readonly string[]): unknown[] {
  const partial = openPartial()
  return pieces.map((piece) => {
    partial.push(piece)
    return structuredClone(partial.value)
  })
}

/** Cut between all code units, so inside escapes and surrogate pairs too. */
const units = (text: string): string[] => text.split('')

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether `later` has everything of `earlier`, with more of it at most. */
function grewFrom(earlier: unknown, later: unknown): boolean {
  if (earlier === undefined) return true
  if (typeof earlier === 'string') return typeof later === 'string' && later.startsWith(earlier)
  if (!isContainer(earlier)) return Object.is(earlier, later)
  if (!isContainer(later) || Array.isArray(earlier) !== Array.isArray(later)) return false
  return Object.keys(earlier).every((key) => Object.hasOwn(later, key) && grewFrom(earlier[key], later[key]))
}

/** Whether a string ends in the first half of a pair whose second half is still to come. */
function showsHalfAPair(earlier: unknown, final: unknown): boolean {
  if (typeof earlier === 'string' && typeof final === 'string') {
    return /[\ud800-\udbff]$/.test(earlier) && /^[\udc00-\udfff]/.test(final.slice(earlier.length))
  }
  if (!isContainer(earlier) || !isContainer(final)) return false
  return Object.keys(earlier).some((key) => showsHalfAPair(earlier[key], final[key]))
}

describe('of any JSON cut at every character', () => {
  test('(1, 2, 3) values grow, keys stay, strings grow by appending', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const values = valuesAfter(units(text))
        for (const [index, value] of values.entries()) {
          if (index > 0 && !grewFrom(values[index - 1], value)) return false
        }
        return true
      }),
      runs,
    )
  })

  test('(4) numbers, booleans and null are final once they are there', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const final: unknown = JSON.parse(text)
        return valuesAfter(units(text)).every((value) => grewFrom(value, final))
      }),
      runs,
    )
  })

  test('(5) the last value is what JSON.parse gives, keys that come twice included', () => {
    fc.assert(
      fc.property(jsonTextWithDuplicates, (text) => {
        // Not toStrictEqual, which asks a key named constructor for the class.
        return isDeepStrictEqual(valuesAfter(units(text)).at(-1), JSON.parse(text))
      }),
      runs,
    )
  })

  test('(6) no string ends in half a surrogate pair', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const final: unknown = JSON.parse(text)
        return !valuesAfter(units(text)).some((value) => showsHalfAPair(value, final))
      }),
      runs,
    )
  })
})

test('is the same for any cut, also of text that is no JSON', () => {
  const damaged = fc
    .tuple(jsonText, fc.nat(), fc.string({ maxLength: 3 }))
    .map(([text, at, noise]) => text.slice(0, at % text.length) + noise + text.slice(at % text.length))
  fc.assert(
    fc.property(
      fc.oneof(jsonText, damaged),
      fc.array(fc.nat({ max: 30 }), { maxLength: 20 }),
      (text, lengths) => {
        const pieces: string[] = []
        let rest = text
        for (const length of lengths) {
          pieces.push(rest.slice(0, length))
          rest = rest.slice(length)
        }
        const cut = valuesAfter([...pieces, rest]).at(-1)
        const whole = valuesAfter([text]).at(-1)
        return isDeepStrictEqual(cut, whole) && isDeepStrictEqual(whole, valuesAfter(units(text)).at(-1))
      },
    ),
    runs,
  )
})

test('(7) eight times the text is about eight times the work', { retry: 2 }, () => {
  const millisecondsFor = (length: number): number => {
    const text = JSON.stringify({
      s: 'lorem é\n'.repeat(length),
      list: Array.from({ length }, (_, n) => ({ n })),
    })
    const pieces = text.match(/[^]{1,4}/g) ?? []
    const times = Array.from({ length: 9 }, () => {
      const start = process.cpuUsage()
      const partial = openPartial()
      for (const piece of pieces) partial.push(piece)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    })
    return Math.min(...times)
  }
  millisecondsFor(1_000)
  // Quadratic work would be sixty-four times as much. Of CPU time, which other work on the machine hardly adds to.
  expect(millisecondsFor(8_000) / millisecondsFor(1_000)).toBeLessThan(32)
})

test('the value is one object that grows', () => {
  const partial = openPartial()
  partial.push('{"a":{')
  const before = partial.value
  partial.push('"b":1}}')
  expect(partial.value).toBe(before)
  expect(before).toEqual({ a: { b: 1 } })
})

test('B100: an open number and an open literal are absent, an open string is not', () => {
  expect(valuesAfter(['{"n":12', '3,"t":tru', 'e,"s":"a\\u00', 'e9"}'])).toEqual([
    {},
    { n: 123 },
    { n: 123, t: true, s: 'a' },
    { n: 123, t: true, s: 'aé' },
  ])
})

test('a key comes with its value', () => {
  expect(valuesAfter(['{', '"a', '"', ':', ' ', '"', 'x', '"', '}'])).toEqual([
    {},
    {},
    {},
    {},
    {},
    { a: '' },
    { a: 'x' },
    { a: 'x' },
    { a: 'x' },
  ])
})

test('a surrogate pair waits for its second half, raw or escaped', () => {
  expect(valuesAfter(['"\ud83d', '\ude00', '\\ud83d', '\\ude', '00"'])).toEqual([
    '',
    '😀',
    '😀',
    '😀',
    '😀😀',
  ])
})

test('half a pair that stays alone comes with what follows it', () => {
  expect(valuesAfter(['"\\ud83d', 'x', '\\ud83d', '"'])).toEqual(['', '\ud83dx', '\ud83dx', '\ud83dx\ud83d'])
})

test('a key named __proto__ is a key', () => {
  const [value] = valuesAfter(['{"__proto__":{"x":"a'])
  expect(JSON.stringify(value)).toBe('{"__proto__":{"x":"a"}}')
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

test('of a key that comes twice the later value wins', () => {
  expect(valuesAfter(['{"a":"one",', '"a":"', 't"}'])).toEqual([{ a: 'one' }, { a: '' }, { a: 't' }])
})

test('a number that is the whole text shows once something follows', () => {
  expect(valuesAfter(['12', '3', ' '])).toEqual([undefined, undefined, 123])
})

test.each([
  ['a code fence', '```json\n{"a":1}', undefined],
  ['prose', 'Sure! {"a":1}', undefined],
  ['a second value', '{"q":"a"}{"q":"b"}', { q: 'a' }],
  ['a trailing comma', '{"a":1,}', { a: 1 }],
  ['a raw line break in a string', '{"a":"x\ny"}', { a: 'x' }],
  ['an unknown escape', '{"a":"x\\q"}', { a: 'x' }],
  ['no hexadecimal digits', '{"a":"x\\u00g0"}', { a: 'x' }],
  ['a number that is none', '[1,01,2]', [1]],
  ['a literal that is none', '[1,nulL,2]', [1]],
  ['the wrong bracket', '[1}', [1]],
  ['a single quote', "{'a':1}", {}],
  ['no colon', '{"a" 1}', {}],
])('stops without a word at %s', (_, text, expected) => {
  expect(valuesAfter([text, '"more"']).at(-1)).toEqual(expected)
})

test('counts its changes, so that a push which changed nothing shows', () => {
  const partial = openPartial()
  const counts = ['{"a', '":"', 'x', '\\', 'n', '"', '}'].map((piece) => {
    partial.push(piece)
    return partial.changes
  })
  expect(counts).toEqual([1, 2, 3, 3, 4, 4, 4])
})

test('ten thousand levels do not overflow the stack', () => {
  const partial = openPartial()
  partial.push('['.repeat(10_000))
  partial.push(']'.repeat(10_000))
  let depth = 0
  for (let value = partial.value; Array.isArray(value); value = value[0]) depth++
  expect(depth).toBe(10_000)
})
