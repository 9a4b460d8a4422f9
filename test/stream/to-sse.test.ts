import { afterEach, describe, expect, it, vi } from 'vitest'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { Stream } from '../../src/stream/stream.js'
import { toSSE } from '../../src/stream/to-sse.js'
import { happy, numbered, scriptedBody, toSSE as bytesOf } from '../../src/testing/index.js'

const events = numbered(happy('Hi there'))

afterEach(() => void vi.useRealTimers())

const textOf = (body: ReadableStream<Uint8Array>): Promise<string> => new Response(body).text()

it('gives the bytes of the wire, without what a ResponseStream added', async () => {
  const sent = new TextDecoder().decode(bytesOf(events))
  expect(await textOf(toSSE(ResponseStream.from(bytesOf(events))))).toBe(sent)
  expect(await textOf(toSSE(Stream.from(bytesOf(events))))).toBe(sent)
})

it('leaves event lines out when asked', async () => {
  expect(await textOf(toSSE(Stream.from(bytesOf(events)), { eventLine: false }))).toBe(
    new TextDecoder().decode(bytesOf(events, { eventLine: false })),
  )
})

it('reads only what is asked for', async () => {
  const observer = { pulls: 0, cancels: 0, cancelReason: undefined }
  const body = scriptedBody(
    events.map((event) => bytesOf([event])),
    { observer },
  )
  const reader = toSSE(ResponseStream.from(body)).getReader()
  await reader.read()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(observer.pulls).toBeLessThanOrEqual(5)
  await reader.cancel()
  expect(observer.cancels).toBe(1)
})

describe('when the stream fails', () => {
  it('says so in the last event, with the next number and no more than the code', async () => {
    const text = await textOf(toSSE(Stream.from(bytesOf(events.slice(0, 3)))))
    expect(text).toBe(
      new TextDecoder().decode(bytesOf(events.slice(0, 3))) +
        'event: error\ndata: {"type":"error","sequence_number":3,"error":{"message":"The upstream request failed.","type":"server_error","param":null,"code":"stream_truncated"}}\n\n',
    )
  })

  it('gives the other end the same failure', async () => {
    const forwarded = ResponseStream.from(toSSE(ResponseStream.from(bytesOf(events.slice(0, 5)))))
    await expect(forwarded.finalResponse()).rejects.toMatchObject({
      code: 'stream_truncated',
      sequenceNumber: 5,
      snapshot: { output_text: 'Hi t' },
    })
  })
})

it('sends comments while the stream is silent, and none once it has ended', async () => {
  vi.useFakeTimers()
  const body = scriptedBody([bytesOf(events.slice(0, 1)), { wait: 2500 }, bytesOf(events.slice(1))])
  const text = textOf(toSSE(Stream.from(body, { timeout: { idle: 0 } }), { heartbeat: 1000 }))
  await vi.advanceTimersByTimeAsync(3000)
  const sent = await text
  expect(sent.split(': keep-alive\n\n').length - 1).toBe(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(vi.getTimerCount()).toBe(0)
})
