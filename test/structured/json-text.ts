import fc from 'fast-check'

/** JSON texts as no serialiser writes them: odd space, every form of escape, numbers of any length. */

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 2 })

const escapedUnit = fc
  .integer({ min: 0, max: 0xffff })
  .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
/** Pairs, halves, and halves the wrong way round are all likely. */
const surrogate = fc.constantFrom('\ud83d', '\ude00', '\\ud83d', '\\ude00', '\\uD83D', '😀')
const plain = fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text).slice(1, -1))
const unicode = fc.string({ unit: 'binary', maxLength: 6 }).map((text) => JSON.stringify(text).slice(1, -1))
const escape = fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t')

const stringText = fc
  .array(fc.oneof(plain, unicode, escape, escapedUnit, surrogate), { maxLength: 5 })
  .map((pieces) => `"${pieces.join('')}"`)

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 25 })
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      fc.tuple(fc.constantFrom(...'123456789'), digits).map((parts) => parts.join('')),
    ),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), fc.integer({ min: 0, max: 400 })), {
      nil: undefined,
    }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      sign + whole + (fraction === undefined ? '' : `.${fraction}`) + (exponent ?? []).join(''),
  )

const keyText = fc.oneof(
  stringText,
  fc.constantFrom('"__proto__"', '"constructor"', '"0"', '""', '"\\u0061"'),
)

// An interface is no Record, which fast-check asks for.
type Texts = Record<'value' | 'array' | 'object', string>

function texts(uniqueKeys: boolean): fc.LetrecValue<Texts> {
  return fc.letrec<Texts>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(stringText, numberText, fc.constantFrom('true', 'false', 'null')),
      tie('array'),
      tie('object'),
    ),
    array: fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
      .chain((parts) =>
        space.map((gap) => `[${parts.length === 0 ? gap : parts.map((part) => part.join('')).join(',')}]`),
      ),
    object: fc
      .uniqueArray(fc.tuple(space, keyText, space, space, tie('value'), space), {
        maxLength: 4,
        ...(uniqueKeys ? { selector: ([, key]): unknown => JSON.parse(key) } : { comparator: () => false }),
      })
      .chain((parts) =>
        space.map(
          (gap) =>
            `{${parts.length === 0 ? gap : parts.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')}}`,
        ),
      ),
  }))
}

const framed = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  // Behind a number something has to come, or it might go on.
  fc.tuple(space, value, space).map(([before, text, after]) => `${before}${text}${after} `)

/** Any JSON, each key once in its object. */
export const jsonText = framed(texts(true).value)

/** Any JSON; keys may come again. */
export const jsonTextWithDuplicates = framed(texts(false).value)
