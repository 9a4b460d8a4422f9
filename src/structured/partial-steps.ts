import { openString, readString, type StringReader } from './string-reader.js'

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const literals: Readonly<Record<string, { text: string; value: boolean | null }>> = {
  t: { text: 'true', value: true },
  f: { text: 'false', value: false },
  n: { text: 'null', value: null },
}

type Container = Record<string, unknown> | unknown[]

/** Where the reading of a JSON text stands. Nothing here recurses: the depth of a text is its own affair. */
export interface Growth {
  /** Its `value` is the value. */
  readonly root: Record<string, unknown>
  /** The open containers around `container`. */
  readonly outer: Container[]
  container: Container
  /** Where in `container` the value goes that is being read. */
  key: string | number
  /** Of the string or key that is being read. */
  strings: StringReader
  /** A begun number or literal. */
  token: string
  /** What comes next. */
  step: Step
  changes: number
}

/** Reads on from `at`, which is inside `source`. Answers where it stopped, or -1 where the text is no JSON. */
type Step = (growth: Growth, source: string, at: number) => number

export function openGrowth(): Growth {
  const root: Record<string, unknown> = {}
  return {
    root,
    outer: [],
    container: root,
    key: 'value',
    strings: openString(),
    token: '',
    step: beforeValue,
    changes: 0,
  }
}

function put(growth: Growth, value: unknown): void {
  const { container, key } = growth
  growth.changes++
  if (Array.isArray(container)) container[Number(key)] = value
  else if (key === '__proto__') {
    // An assignment would change the prototype.
    Object.defineProperty(container, key, { value, configurable: true, enumerable: true, writable: true })
  } else container[key] = value
}

function open(growth: Growth, inner: Container, next: Step): void {
  put(growth, inner)
  growth.outer.push(growth.container)
  growth.container = inner
  growth.key = 0
  growth.step = next
}

function close(growth: Growth, at: number): number {
  growth.container = growth.outer.pop() ?? growth.root
  growth.step = afterValue
  return at + 1
}

function beforeValue(growth: Growth, source: string, start: number): number {
  const at = skipSpace(source, start)
  const first = source.charAt(at)
  if (first === '"') {
    put(growth, '')
    growth.strings = openString()
    growth.step = inString
  } else if (first === '{') {
    open(growth, {}, beforeFirstKey)
  } else if (first === '[') {
    open(growth, [], beforeFirstElement)
  } else {
    if (first !== '') growth.step = first in literals ? inLiteral : inNumber
    growth.token = ''
    return at
  }
  return at + 1
}

function beforeFirstElement(growth: Growth, source: string, start: number): number {
  const at = skipSpace(source, start)
  if (source.charAt(at) === ']') return close(growth, at)
  if (at < source.length) growth.step = beforeValue
  return at
}

function beforeFirstKey(growth: Growth, source: string, start: number): number {
  const at = skipSpace(source, start)
  return source.charAt(at) === '}' ? close(growth, at) : beforeKey(growth, source, at)
}

function beforeKey(growth: Growth, source: string, start: number): number {
  const at = skipSpace(source, start)
  if (at === source.length) return at
  if (source.charAt(at) !== '"') return -1
  growth.strings = openString()
  growth.step = inKey
  return at + 1
}

function inKey(growth: Growth, source: string, start: number): number {
  const at = readString(growth.strings, source, start)
  if (growth.strings.closed) {
    growth.key = growth.strings.text
    growth.step = beforeColon
  }
  return at
}

function beforeColon(growth: Growth, source: string, start: number): number {
  const at = skipSpace(source, start)
  if (at === source.length) return at
  if (source.charAt(at) !== ':') return -1
  growth.step = beforeValue
  return at + 1
}

function inString(growth: Growth, source: string, start: number): number {
  const { strings } = growth
  const before = strings.text.length
  const at = readString(strings, source, start)
  // Once a piece, however many characters it has.
  if (strings.text.length > before) put(growth, strings.text)
  if (strings.closed) growth.step = afterValue
  return at
}

function inNumber(growth: Growth, source: string, start: number): number {
  let at = start
  while (at < source.length && isNumberCode(source.charCodeAt(at))) at++
  growth.token += source.slice(start, at)
  if (at === source.length) return at
  if (!number.test(growth.token)) return -1
  put(growth, Number(growth.token))
  growth.step = afterValue
  return at
}

function inLiteral(growth: Growth, source: string, start: number): number {
  const expected = literals[growth.token.charAt(0) || source.charAt(start)]
  if (expected === undefined) return -1
  const end = start + expected.text.length - growth.token.length
  growth.token += source.slice(start, end)
  if (!expected.text.startsWith(growth.token)) return -1
  if (growth.token.length < expected.text.length) return source.length
  put(growth, expected.value)
  growth.step = afterValue
  return end
}

function afterValue(growth: Growth, source: string, start: number): number {
  const at = skipSpace(source, start)
  if (at === source.length) return at
  // Behind the whole value there is only space.
  if (growth.outer.length === 0) return -1
  const isArray = Array.isArray(growth.container)
  const mark = source.charAt(at)
  if (mark === (isArray ? ']' : '}')) return close(growth, at)
  if (mark !== ',') return -1
  if (Array.isArray(growth.container)) growth.key = growth.container.length
  growth.step = isArray ? beforeValue : beforeKey
  return at + 1
}

function skipSpace(source: string, start: number): number {
  let at = start
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return at
}

/** Digits, signs, point and exponent. */
function isNumberCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2b ||
    code === 0x2e ||
    code === 0x65 ||
    code === 0x45
  )
}
