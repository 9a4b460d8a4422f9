import { describe, expect, it } from 'vitest'
import { redactHeaders } from '../../src/errors/redact-headers.js'

describe('redactHeaders', () => {
  const redact = (text: string): string => text.replaceAll('sk-1', '[redacted]')

  it('gives the same headers when they hold no secret', () => {
    const headers = new Headers({ 'x-one': '1' })
    expect(redactHeaders(headers, redact)).toBe(headers)
  })

  it('gives a copy without the secret, every cookie kept', () => {
    const headers = new Headers([
      ['x-echo', 'Bearer sk-1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=sk-1'],
    ])
    expect([...redactHeaders(headers, redact)]).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=[redacted]'],
      ['x-echo', 'Bearer [redacted]'],
    ])
  })
})
