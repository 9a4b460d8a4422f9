import { expect, test } from 'vitest'
import {
  cutAfter,
  failAfter,
  insertAt,
  joinChunks,
  socketError,
  splitAt,
  splitEvery,
  stallAfter,
} from '../../src/testing/index.js'

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value)

test('joinChunks makes one chunk of bytes and strings', () => {
  expect(joinChunks(['aé', bytes('b')])).toEqual(bytes('aéb'))
})

test('cutAfter keeps so many bytes in the chunks they came in, or all but so many', () => {
  expect(cutAfter(['abc', 'def'], 4).map(text)).toEqual(['abc', 'd'])
  expect(cutAfter(['abc', 'def'], 3).map(text)).toEqual(['abc'])
  expect(cutAfter(['abc', 'def'], -1).map(text)).toEqual(['abc', 'de'])
  expect(cutAfter(['abc'], -9)).toEqual([])
  expect(cutAfter(['abc'], 9).map(text)).toEqual(['abc'])
})

test('splitEvery cuts inside characters', () => {
  expect(splitEvery(['é', 'x'], 1)).toEqual([Uint8Array.of(0xc3), Uint8Array.of(0xa9), bytes('x')])
  expect(splitEvery(['abc', 'de'], 2).map(text)).toEqual(['ab', 'cd', 'e'])
})

test('splitAt cuts at offsets of the joined bytes', () => {
  expect(splitAt(['abc', 'de'], [1, 4]).map(text)).toEqual(['a', 'bcd', 'e'])
})

test('insertAt puts bytes in between', () => {
  expect(text(joinChunks(insertAt(['abc', 'de'], 4, '!')))).toBe('abcd!e')
})

test('failAfter gives so many bytes and then fails as a broken socket does', async () => {
  const seen: string[] = []
  const failure = await (async () => {
    for await (const chunk of failAfter([bytes('abc'), bytes('def')], 4)) seen.push(text(chunk))
  })().catch((error: unknown) => error)
  expect(seen).toEqual(['abc', 'd'])
  expect(failure).toEqual(socketError())
  expect(failure).toMatchObject({
    name: 'TypeError',
    message: 'terminated',
    cause: { code: 'UND_ERR_SOCKET' },
  })
})

test('stallAfter is silent until it is released, and gives nothing more', async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const chunks = stallAfter([bytes('abc'), bytes('def')], 4, released)
  expect(
    [(await chunks.next()).value, (await chunks.next()).value].map((chunk) => chunk && text(chunk)),
  ).toEqual(['abc', 'd'])
  const next = chunks.next()
  expect(await Promise.race([next, Promise.resolve('still waiting')])).toBe('still waiting')
  release()
  expect(await next).toEqual({ done: true, value: undefined })
})
