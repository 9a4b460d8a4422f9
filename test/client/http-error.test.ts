import { afterEach, describe, expect, it, vi } from 'vitest'
import { httpError } from '../../src/client/http-error.js'

afterEach(() => void vi.useRealTimers())

const url = 'https://api.test/v1/responses'
const plain = (text: string): string => text

function answer(status: number, body: BodyInit | null, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers })
}

const page = `<!DOCTYPE html><html><head><title>Just a moment</title></head><body>${'x'.repeat(1_000)}</body></html>`

describe('httpError', () => {
  it('keeps the whole error object, status, headers and request id', async () => {
    const body = {
      message: 'slow down',
      type: 'requests',
      param: null,
      code: 'rate_limit_exceeded',
      resets_in_seconds: 4,
      extra: 1,
    }
    const response = answer(429, JSON.stringify({ error: body }), { 'x-request-id': 'req_1' })
    const error = await httpError(response, url, plain)
    expect(error).toMatchObject({
      name: 'RateLimitError',
      message: '429 slow down',
      status: 429,
      code: 'rate_limit_exceeded',
      type: 'requests',
      param: null,
      requestID: 'req_1',
      headers: response.headers,
      retryable: true,
      retryAfter: 4_000,
    })
    expect(error.error).toEqual(body)
  })

  it('leaves out the advice about the URL where an API says what was not found', async () => {
    const said = (code: string): Response => answer(404, JSON.stringify({ error: { message: 'No.', code } }))
    expect((await httpError(said('model_not_found'), url, plain)).message).toBe('404 No.')
    expect((await httpError(said('unknown_url'), url, plain)).message).toContain('check the path in baseURL')
  })

  it.each([
    ['a bare object', '{"message":"no","code":"x"}', '400 no', { message: 'no', code: 'x' }],
    ['a list', '[{"error":{"message":"no"}}]', '400 no', { message: 'no' }],
    ['an error that is a string', '{"error":"no","id":1}', '400 no', { error: 'no', id: 1, message: 'no' }],
    ['a detail', '{"detail":"no"}', '400 no', { detail: 'no' }],
    [
      'a detail that is a list',
      '{"detail":[{"loc":["a"]}]}',
      '400 {"detail":[{"loc":["a"]}]}',
      { detail: [{ loc: ['a'] }] },
    ],
    ['a message that is an object', '{"error":{"message":{"a":1}}}', '400 {"a":1}', { message: { a: 1 } }],
    ['text', ' upstream gone\n', '400 upstream gone', { message: 'upstream gone' }],
    ['JSON that is no object', '"no"', '400 "no"', { message: '"no"' }],
    ['nothing', '', '400 status code (no body)', undefined],
  ])('understands %s', async (_name, body, message, error) => {
    const failure = await httpError(answer(400, body), url, plain)
    expect({ message: failure.message, error: failure.error }).toEqual({ message, error })
  })

  it('understands an answer without a body', async () => {
    expect((await httpError(answer(500, null), url, plain)).message).toBe('500 status code (no body)')
  })

  it('names the title of a page and keeps an excerpt of 512 characters', async () => {
    const error = await httpError(answer(403, page, { 'content-type': 'text/html' }), url, plain)
    expect(error.message).toMatch(
      /^403 The server answered with a page\. The page's title is "Just a moment": a proxy, login page or firewall may have answered\. It begins: "<!DOCTYPE/,
    )
    expect(error.error).toEqual({ message: page.slice(0, 512), title: 'Just a moment' })
  })

  it.each([
    [401, `(${url}) Check that apiKey (or OPENAI_API_KEY) is for this server, and baseURL.`],
    [404, `(${url}) If nothing is found at all, check the path in baseURL: it usually ends in /v1.`],
  ])('says of %d what to check', async (status, hint) => {
    expect((await httpError(answer(status, '{"error":{"message":"no"}}'), url, plain)).message).toBe(
      `${status} no ${hint}`,
    )
  })

  it('redacts before anything is made of the body', async () => {
    const body = '{"error":{"message":"wrong key sk-1","sk-1":"sk-1"}}'
    const error = await httpError(answer(400, body), url, (text) => text.replaceAll('sk-1', '[redacted]'))
    expect(error.message).toBe('400 wrong key [redacted]')
    expect(error.error).toEqual({ message: 'wrong key [redacted]', '[redacted]': '[redacted]' })
  })

  it('keeps the status when the body breaks off', async () => {
    let pulls = 0
    const body = new ReadableStream({
      pull(controller) {
        if (pulls++ === 0) controller.enqueue(new TextEncoder().encode('upstream '))
        else controller.error(new TypeError('terminated'))
      },
    })
    expect((await httpError(answer(502, body), url, plain)).message).toBe('502 upstream')
  })

  it('waits five seconds for a body that hangs, not longer', async () => {
    vi.useFakeTimers()
    let cancelled = false
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('upstream')),
      cancel: () => void (cancelled = true),
    })
    const pending = httpError(answer(502, body), url, plain)
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await pending).message).toBe('502 upstream')
    expect(cancelled).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('reads 64 KiB of an endless error page, not more', async () => {
    let sent = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          sent += 16_384
          controller.enqueue(new Uint8Array(16_384).fill(120))
        },
      },
      { highWaterMark: 0 },
    )
    await httpError(answer(500, body), url, plain)
    expect(sent).toBe(65_536)
  })

  it('redacts the headers as well', async () => {
    const response = answer(401, '{}', { 'x-echo': 'Bearer sk-1', 'x-request-id': 'req_1' })
    const error = await httpError(response, url, (text) => text.replaceAll('sk-1', '[redacted]'))
    expect([error.headers?.get('x-echo'), error.requestID]).toEqual(['Bearer [redacted]', 'req_1'])
  })
})
