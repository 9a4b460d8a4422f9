import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFetchTransport, type FetchTransportOptions } from '../../src/client/fetch-transport.js'
import type { TransportRequest } from '../../src/client/transport.js'
import { parseBaseURL } from '../../src/client/url.js'
import { rejection } from './rejection.js'

afterEach(() => void vi.unstubAllGlobals())

interface Fetched {
  url: string
  init: RequestInit
  this: unknown
}

/** Sends one request and gives what `fetch` was called with. */
async function fetched(
  request: Partial<TransportRequest> = {},
  options: Partial<FetchTransportOptions> = {},
): Promise<Fetched> {
  const calls: Fetched[] = []
  const transport = createFetchTransport({
    baseURL: parseBaseURL('https://api.test/v1?api-version=1'),
    apiKey: 'sk-test-0123456789',
    headers: undefined,
    query: undefined,
    fetchOptions: undefined,
    async fetch(this: unknown, url, init) {
      calls.push({ url, init, this: this })
      return new Response('{}')
    },
    ...options,
  })
  await transport.send(
    {
      method: 'POST',
      path: '/responses',
      query: {},
      body: {},
      headers: { accept: 'application/json' },
      callerHeaders: undefined,
      ...request,
    },
    { signal, limit: 0 },
  )
  const [call] = calls
  if (call === undefined) throw new Error('fetch was not called')
  return call
}

const { signal } = new AbortController()
const sentHeaders = ({ init }: Fetched): object => Object.fromEntries(new Headers(init.headers))

describe('createFetchTransport', () => {
  it('sends authorization, content type and what it was given, and nothing else', async () => {
    const call = await fetched()
    expect(sentHeaders(call)).toEqual({
      authorization: 'Bearer sk-test-0123456789',
      'content-type': 'application/json',
      accept: 'application/json',
    })
    expect(call.url).toBe('https://api.test/v1/responses?api-version=1')
    expect({ ...call.init, headers: undefined }).toEqual({
      method: 'POST',
      headers: undefined,
      body: '{}',
      signal,
    })
  })

  it('sends neither body nor content type without a body', async () => {
    const call = await fetched({ method: 'GET', body: undefined })
    expect(sentHeaders(call)).toEqual({
      authorization: 'Bearer sk-test-0123456789',
      accept: 'application/json',
    })
    expect('body' in call.init).toBe(false)
  })

  it('lets the headers of the client win over ours, those of the request over both, and null remove', async () => {
    const call = await fetched(
      { callerHeaders: { 'X-One': 'request', Accept: null } },
      { headers: { authorization: 'Basic abc', 'x-one': 'client', 'x-two': 'client' } },
    )
    expect(sentHeaders(call)).toEqual({
      authorization: 'Basic abc',
      'content-type': 'application/json',
      'x-one': 'request',
      'x-two': 'client',
    })
  })

  it('lets the query of the request win over that of the client', async () => {
    const call = await fetched({ query: { a: 2 } }, { query: { a: 1, b: 1, 'api-version': '2' } })
    expect(call.url).toBe('https://api.test/v1/responses?b=1&api-version=2&a=2')
  })

  it('passes fetchOptions on, but for what is its own', async () => {
    const dispatcher = {}
    const { init } = await fetched({}, { fetchOptions: { credentials: 'include', dispatcher } })
    expect(init).toMatchObject({ credentials: 'include', dispatcher, method: 'POST' })
  })

  it('calls fetch without a this, and the global one that is there at that time', async () => {
    expect((await fetched()).this).toBeUndefined()
    const global = vi.fn<typeof fetch>(async () => new Response('{}'))
    vi.stubGlobal('fetch', global)
    await rejection(fetched({}, { fetch: undefined }))
    expect(global).toHaveBeenCalledTimes(1)
  })

  it('sends no authorization for null', async () => {
    expect(sentHeaders(await fetched({ body: undefined }, { apiKey: null }))).toEqual({
      accept: 'application/json',
    })
  })

  it('asks a function for the key, each time', async () => {
    let count = 0
    const apiKey = async (): Promise<string> => `key-number-${++count}`
    await fetched({}, { apiKey })
    expect(sentHeaders(await fetched({}, { apiKey }))).toMatchObject({ authorization: 'Bearer key-number-2' })
  })

  it.each([
    [() => Promise.reject(new Error('vault is sealed')), 'The apiKey function failed: vault is sealed'],
    [() => '', 'The apiKey function gave no key: it must return a string that is not empty.'],
  ])('says what is wrong with a key function', async (apiKey, text) => {
    expect(await rejection(fetched({}, { apiKey }))).toMatchObject({
      code: 'api_key_unavailable',
      message: text,
      retryable: false,
    })
  })

  it('maps what fetch throws', async () => {
    const cause = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    })
    const fetch = (): Promise<never> => Promise.reject(cause)
    expect(await rejection(fetched({}, { fetch }))).toMatchObject({
      name: 'APIConnectionError',
      cause,
      message: expect.stringContaining('no answer from https://api.test/v1/responses (ECONNREFUSED)'),
    })
  })

  it('keeps the key out of what fetch throws, the cause included', async () => {
    const cause = new TypeError('fetch failed', {
      cause: Object.assign(new Error('refused sk-test-0123456789'), { code: 'ECONNREFUSED' }),
    })
    const error = await rejection(fetched({}, { fetch: () => Promise.reject(cause) }))
    expect(error).toMatchObject({
      name: 'APIConnectionError',
      cause: { cause: { message: 'refused [redacted]' } },
    })
    const plain = await rejection(
      fetched({}, { fetch: () => Promise.reject(new Error('no sk-test-0123456789')) }),
    )
    expect(plain).toMatchObject({ message: expect.stringContaining('(no [redacted])') })
    expect(inspect([error, plain], { depth: null })).not.toContain('sk-test-0123456789')
  })

  it('keeps a key out of what a key function throws, though it was never sent', async () => {
    const apiKey = (): Promise<string> => Promise.reject(new Error('sk-live-abcdefgh has expired'))
    const error = await rejection(fetched({}, { apiKey }))
    expect(error).toMatchObject({ message: 'The apiKey function failed: [redacted] has expired' })
    expect(inspect(error, { depth: null })).not.toContain('sk-live-abcdefgh')
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['text', 'a value of type string'],
    [{}, 'a value of type object'],
  ])('says that fetch must resolve to a Response, when it gives %j', async (answer, kind) => {
    // The way around JSON is one around the types, which forbid it.
    const fetch = async (): Promise<Response> => JSON.parse(JSON.stringify({ answer })).answer
    expect(await rejection(fetched({}, { fetch }))).toMatchObject({
      code: 'invalid_argument',
      message: `\`fetch\` must resolve to a Response, and gave ${kind}.`,
      retryable: false,
    })
  })
})
