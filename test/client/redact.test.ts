import { describe, expect, it } from 'vitest'
import { createRedactor, redactLikelyKeys, secretsIn } from '../../src/client/redact.js'

describe('createRedactor', () => {
  it('takes out every secret it was told, wherever it stands', () => {
    const { remember, redact } = createRedactor()
    remember('sk-first-key')
    remember('sk-second-key')
    expect(redact('a sk-first-key b "sk-second-key" sk-first-key')).toBe(
      'a [redacted] b "[redacted]" [redacted]',
    )
  })

  it('leaves words alone that are too short to be keys', () => {
    const { remember, redact } = createRedactor()
    remember('none')
    expect(redact('none of these')).toBe('none of these')
  })

  it('remembers the newest keys only, so that rotating ones cost nothing', () => {
    const { remember, redact } = createRedactor()
    for (let number = 100; number < 133; number++) remember(`secret-${number}`)
    expect(redact('secret-100 secret-101 secret-132')).toBe('secret-100 [redacted] [redacted]')
  })
})

it('secretsIn finds the credentials of a request', () => {
  const headers = new Headers({ authorization: 'Bearer one', 'api-key': 'two', accept: 'three' })
  expect(secretsIn(headers)).toEqual(['one', 'two'])
})

it.each([
  ['sk-proj-0123456789_ab is revoked', '[redacted] is revoked'],
  ['with Authorization: Bearer abcdefgh12 it', 'with Authorization: Bearer [redacted] it'],
  ['token eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2lnbmF0dXJl', 'token [redacted]'],
  ['the task-list of bearer authentication', 'the task-list of bearer authentication'],
])('redactLikelyKeys makes of %j %j', (text, expected) => {
  expect(redactLikelyKeys(text)).toBe(expected)
})
