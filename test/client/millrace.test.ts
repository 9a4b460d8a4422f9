import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Millrace } from '../../src/client/millrace.js'
import { jsonAnswer } from '../../src/testing/script.js'
import { scriptedFetch } from '../../src/testing/scripted-fetch.js'
import { baseURL, completedResponse, key, okAnswer, params, scriptedClient } from './helpers.js'
import { rejection } from './rejection.js'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('new Millrace', () => {
  it('takes key and base URL from the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-from-env')
    vi.stubEnv('OPENAI_BASE_URL', 'http://env.test/v1/')
    const fetch = scriptedFetch([okAnswer])
    const client = new Millrace({ fetch })
    await client.responses.retrieve('resp_t')
    expect(client.baseURL).toBe('http://env.test/v1')
    expect(fetch.requests[0]?.url).toBe('http://env.test/v1/responses/resp_t')
    expect(fetch.requests[0]?.headers.get('authorization')).toBe('Bearer sk-from-env')
  })

  it('prefers options, and is at OpenAI without either', () => {
    vi.stubEnv('OPENAI_BASE_URL', 'http://env.test/v1')
    expect(new Millrace({ apiKey: key, baseURL }).baseURL).toBe(baseURL)
    vi.stubEnv('OPENAI_BASE_URL', '')
    expect(new Millrace({ apiKey: key }).baseURL).toBe('https://api.openai.com/v1')
  })

  it.each([undefined, ''])('says how to give a key when there is none (%j)', (apiKey) => {
    vi.stubEnv('OPENAI_API_KEY', '')
    expect(() => new Millrace({ apiKey })).toThrow(
      expect.objectContaining({
        code: 'missing_api_key',
        message:
          'No API key. Pass apiKey or set OPENAI_API_KEY; apiKey: null sends none (a browser with a cookie, a server without keys).',
      }),
    )
  })

  it('sends no authorization for null, though there is a key in the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-from-env')
    const { client, fetch } = scriptedClient([okAnswer], { apiKey: null })
    await client.responses.create(params)
    expect(fetch.requests[0]?.headers.has('authorization')).toBe(false)
  })

  it('asks an apiKey function for each attempt', async () => {
    let asked = 0
    const options = { apiKey: () => `sk-number-${++asked}`, maxRetries: 1 }
    const { client, fetch } = scriptedClient([jsonAnswer(500, {}, { 'retry-after': '0' }), okAnswer], options)
    await client.responses.create(params)
    expect(fetch.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer sk-number-1',
      'Bearer sk-number-2',
    ])
  })

  it('works on a relative path in a browser, with a cookie', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' })
    const calls: unknown[] = []
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      calls.push([url, Object.fromEntries(new Headers(init.headers))])
      return Response.json(completedResponse)
    }
    const client = new Millrace({ apiKey: null, baseURL: '/api/v1', fetch })
    await client.responses.create(params)
    expect(calls).toEqual([
      ['/api/v1/responses', { accept: 'application/json', 'content-type': 'application/json' }],
    ])
  })

  it('explains a relative path where there is no page to be relative to', async () => {
    const client = new Millrace({ apiKey: null, baseURL: '/api/v1' })
    expect(await rejection(client.responses.create(params))).toMatchObject({
      name: 'APIConnectionError',
      retryable: false,
      message: expect.stringMatching(
        /\/api\/v1\/responses \(ERR_INVALID_URL\)\. Outside a browser, baseURL must begin/,
      ),
    })
  })

  it('sends organization, project and default headers and query', async () => {
    const { client, fetch } = scriptedClient([okAnswer], {
      organization: 'org-1',
      project: 'proj-1',
      defaultHeaders: { 'x-team': 'a', 'openai-project': null },
      defaultQuery: { 'api-version': 'preview' },
    })
    await client.responses.retrieve('resp_t')
    expect(fetch.requests[0]?.url).toBe(`${baseURL}/responses/resp_t?api-version=preview`)
    expect(Object.fromEntries(fetch.requests[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      'openai-organization': 'org-1',
      'x-team': 'a',
    })
  })
})

describe('the key', () => {
  const options = { maxRetries: 0, defaultHeaders: { 'api-key': 'azure-key-0123456789' } }
  const leaks = (value: unknown): boolean => {
    const shown = inspect(value, { depth: Infinity, showHidden: true }) + JSON.stringify(value)
    return /sk-test-0123456789|azure-key-0123456789/.test(shown)
  }

  it('does not show in a client that is logged', () => {
    expect(leaks(scriptedClient([okAnswer], options).client)).toBe(false)
  })

  it.each([
    [
      'an error body',
      jsonAnswer(401, { error: { message: `Incorrect API key provided: ${key}`, code: 'invalid_api_key' } }),
    ],
    ['a text', { status: 403, steps: [`who is ${key} or azure-key-0123456789?`] }],
    ['a 200 that is no response', { status: 200, headers: {}, steps: [`<title>${key}</title>`] }],
    ['a 200 with an error', jsonAnswer(200, { error: { message: key } })],
  ])('does not show in an error when the server quotes it in %s', async (_name, answer) => {
    const { client } = scriptedClient([answer], options)
    const error = await rejection(client.responses.create(params))
    expect(error).toMatchObject({ message: expect.stringContaining('[redacted]') })
    expect(leaks(error)).toBe(false)
  })

  it('does not show in the error about a key that cannot be sent', async () => {
    const { client } = scriptedClient([okAnswer], { ...options, apiKey: `${key}\u2026` })
    const error = await rejection(client.responses.create(params))
    expect(error).toMatchObject({ code: 'invalid_argument' })
    expect(leaks(error)).toBe(false)
  })

  it('does not show in a connection error', async () => {
    const fetch = (): Promise<never> => Promise.reject(new TypeError('fetch failed'))
    const { client } = scriptedClient([okAnswer], { ...options, fetch })
    expect(leaks(await rejection(client.responses.create(params)))).toBe(false)
  })
})
