import { describe, expect, it } from 'vitest'
import { apiErrorFromStatus } from '../../src/errors/api-error.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { toResponse } from '../../src/stream/to-response.js'
import { happy, numbered, response, scriptedBody, toSSE } from '../../src/testing/index.js'

const events = numbered(happy('Hi there'))

describe('toResponse', () => {
  it('B139: forwards a stream that the other end reads to the same snapshots', async () => {
    const answer = await toResponse(ResponseStream.from(toSSE(events)))
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      200,
      {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    ])
    const there = ResponseStream.from(answer)
    const snapshots: unknown[] = []
    for await (const _event of there) snapshots.push(there.snapshot?.output_text)
    expect(snapshots).toEqual([
      '',
      '',
      '',
      '',
      'Hi t',
      'Hi there',
      'Hi there',
      'Hi there',
      'Hi there',
      'Hi there',
    ])
  })

  it('keeps the system prompt and the tools at home', async () => {
    const secret = {
      instructions: 'You are secret.',
      tools: [{ type: 'function' as const, name: 'hidden', parameters: {}, strict: true }],
    }
    const opened = { type: 'response.created' as const, response: response('in_progress', [], secret) }
    const source = numbered([
      opened,
      ...happy('Hi').slice(1, -1),
      { type: 'response.completed' as const, response: response('completed', [], secret) },
    ])
    const text = await (await toResponse(ResponseStream.from(toSSE(source)))).text()
    expect(text).not.toMatch(/secret|hidden/)
    const shown = await (await toResponse(ResponseStream.from(toSSE(source)), { expose: true })).text()
    expect(shown).toMatch(/secret.*hidden/s)
  })

  it('answers a refused request with its own status: a 429 stays a 429', async () => {
    const refused = apiErrorFromStatus(
      429,
      { message: 'slow down', type: 'rate_limit', code: 'rate_limit_exceeded', param: null },
      new Headers({ 'retry-after': '3', 'set-cookie': 'secret' }),
    )
    const answer = await toResponse(ResponseStream.connect(() => Promise.reject(refused)))
    expect([answer.status, Object.fromEntries(answer.headers), await answer.json()]).toEqual([
      429,
      { 'content-type': 'application/json', 'retry-after': '3' },
      { error: { message: 'slow down', type: 'rate_limit', param: null, code: 'rate_limit_exceeded' } },
    ])
  })

  it('answers 502 where there was no answer at all, without saying why in detail', async () => {
    const answer = await toResponse(
      ResponseStream.connect(() => Promise.reject(new TypeError('connect ECONNREFUSED 10.0.0.5'))),
    )
    expect([answer.status, await answer.json()]).toEqual([
      502,
      {
        error: {
          message: 'The upstream request failed.',
          type: 'server_error',
          param: null,
          code: 'connection_error',
        },
      },
    ])
  })

  it('B124: passes on no header of the upstream', async () => {
    const http = new Response(toSSE(events), {
      headers: {
        'content-type': 'text/event-stream',
        'content-length': '512',
        'content-encoding': 'gzip',
        connection: 'keep-alive',
      },
    })
    const answer = await toResponse(ResponseStream.from(http))
    expect([...answer.headers.keys()].toSorted()).toEqual([
      'cache-control',
      'content-type',
      'x-accel-buffering',
    ])
  })
})

describe('when the browser goes', () => {
  function live() {
    const observer = { pulls: 0, cancels: 0, cancelReason: undefined }
    return {
      observer,
      stream: ResponseStream.from(
        scriptedBody([toSSE(events.slice(0, 3)), { wait: 20 }, toSSE(events.slice(3))], { observer }),
      ),
    }
  }

  it('the stream is left, told by the body', async () => {
    const { observer, stream } = live()
    await (await toResponse(stream)).body?.cancel()
    expect(observer.cancels).toBe(1)
    await expect(stream.finalResponse()).rejects.toMatchObject({ code: 'aborted' })
  })

  it('B140: the stream is left, told by the request alone', async () => {
    const { observer, stream } = live()
    const browser = new AbortController()
    await toResponse(stream, { request: new Request('http://localhost/', { signal: browser.signal }) })
    browser.abort()
    await expect(stream.finalResponse()).rejects.toMatchObject({ code: 'aborted' })
    expect(observer.cancels).toBe(1)
  })

  it('a run that must go on is read to its end', async () => {
    const { stream } = live()
    await (await toResponse(stream, { onDisconnect: 'continue' })).body?.cancel()
    expect((await stream.finalResponse()).output_text).toBe('Hi there')
  })
})
