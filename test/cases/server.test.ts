import { afterEach, describe, expect, test } from 'vitest'
import { Millrace } from '../../src/client/millrace.js'
import { createResponsesServer, HTTPError, serve, type Backend } from '../../src/server/index.js'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

/** A client of a server over a real socket. */
async function clientOf(backend: Backend): Promise<{ client: Millrace; url: string }> {
  const running = await serve(createResponsesServer({ backend }), { port: 0 })
  close = () => running.close()
  return {
    client: new Millrace({ apiKey: 'test', baseURL: `${running.url}/v1`, maxRetries: 0 }),
    url: running.url,
  }
}

const params = { model: 'm-test', input: 'Hi' }

describe('B049: a failure before the stream is an HTTP error', () => {
  const slowDown = new HTTPError({
    status: 429,
    message: 'slow down',
    type: 'too_many_requests',
    code: 'rate_limit_exceeded',
    retryAfter: 3000,
  })

  test('thrown before anything was produced, the status, retry-after and JSON body are the answer', async () => {
    const { url } = await clientOf({ respond: () => Promise.reject(slowDown) })
    const answer = await fetch(`${url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...params, stream: true }),
    })
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
      429,
      'application/json',
      '3',
    ])
    expect(await answer.json()).toEqual({
      error: { message: 'slow down', type: 'too_many_requests', param: null, code: 'rate_limit_exceeded' },
    })
  })

  test('the client gives it as the error of its status', async () => {
    const { client } = await clientOf({ respond: () => Promise.reject(slowDown) })
    await expect(client.responses.stream(params).finalResponse()).rejects.toMatchObject({
      name: 'RateLimitError',
      status: 429,
      code: 'rate_limit_exceeded',
      retryAfter: 3000,
      retryable: true,
    })
  })

  test('thrown after the first byte, it is an error event with the next number, and a failed response', async () => {
    const { client } = await clientOf({
      async respond({ writer }) {
        await writer.message().text('Hi')
        throw slowDown
      },
    })
    const stream = client.responses.stream(params)
    const events: { type: string; sequence_number: unknown }[] = []
    for await (const { type, sequence_number } of stream) events.push({ type, sequence_number })
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['error', 'response.failed'])
    expect(await stream.finalResponse()).toMatchObject({
      status: 'failed',
      error: { code: 'rate_limit_exceeded', message: 'slow down' },
    })
  })
})

describe('B094: a backend that stops for length is incomplete, not completed', () => {
  test('in the middle of a message', async () => {
    const { client } = await clientOf({
      async respond({ writer }) {
        await writer.message().text('Hi th')
        await writer.incomplete('max_output_tokens')
      },
    })
    const stream = client.responses.stream(params, { strict: true })
    expect(await stream.finalResponse()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'message', status: 'incomplete', content: [{ type: 'output_text', text: 'Hi th' }] }],
      output_text: 'Hi th',
    })
    await expect(stream.text()).rejects.toMatchObject({
      name: 'ResponseIncompleteError',
      reason: 'max_output_tokens',
    })
  })

  test('in the middle of a call, which is then incomplete too', async () => {
    const { client } = await clientOf({
      async respond({ writer }) {
        await writer.functionCall({ name: 'grind' }).arguments('{"grain":"whe')
        await writer.incomplete('max_output_tokens')
      },
    })
    expect(await client.responses.stream(params, { strict: true }).finalResponse()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'function_call', status: 'incomplete', name: 'grind', arguments: '{"grain":"whe' }],
    })
  })
})
