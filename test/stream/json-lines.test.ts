import { describe, expect, it } from 'vitest'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { Stream } from '../../src/stream/stream.js'
import { wireEvent } from '../../src/stream/wire-event.js'
import { happy, numbered, splitEvery } from '../../src/testing/index.js'

const events = numbered(happy('Grüße, 世界'))
const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
const bytes = new TextEncoder().encode(lines)

async function collect(stream: ResponseStream): Promise<unknown[]> {
  const seen: unknown[] = []
  for await (const event of stream) seen.push(wireEvent(event))
  return seen
}

describe('events one to a line', () => {
  it('are read as toReadableStream writes them', async () => {
    const written = Stream.from(numbered(happy('Grüße, 世界'))).toReadableStream()
    expect(await collect(ResponseStream.from(written))).toEqual(events)
  })

  it.each([1, 7, 1400])('are read in chunks of %d bytes', async (size) => {
    expect(await collect(ResponseStream.from(splitEvery([bytes], size)))).toEqual(events)
  })

  it.each(['application/x-ndjson', 'text/event-stream', 'text/plain'])(
    'are read from an answer of type %s, also in small chunks',
    async (type) => {
      for (const size of [3, 100_000]) {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const chunk of splitEvery([bytes], size)) controller.enqueue(chunk)
            controller.close()
          },
        })
        const answer = new Response(body, { headers: { 'content-type': type } })
        expect(await collect(ResponseStream.from(answer))).toEqual(events)
      }
    },
  )

  it('may lack the end of the last line, but not a part of it', async () => {
    expect(await collect(ResponseStream.from(lines.trimEnd()))).toEqual(events)
    await expect(ResponseStream.from(lines.slice(0, -5)).done()).rejects.toMatchObject({
      code: 'stream_truncated',
    })
  })

  it.each([1, 100_000])(
    'a line that is too long ends the stream, after what came before it (chunks of %d)',
    async (size) => {
      const seen: unknown[] = []
      const [first = ''] = lines.split('\n')
      const wire = new TextEncoder().encode(`${first}\n{"type":"response.${'x'.repeat(2000)}`)
      const stream = ResponseStream.from(splitEvery([wire], size), { maxEventSize: 1000 })
      stream.on('event', (event) => void seen.push(wireEvent(event)))
      await expect(stream.done()).rejects.toMatchObject({ code: 'event_too_large', limit: 1000 })
      expect(seen).toEqual(events.slice(0, 1))
    },
  )

  it('a whole response in one line is the event that it would have been', async () => {
    const { response } = numbered(happy()).at(-1) as { response?: object }
    const stream = ResponseStream.from(JSON.stringify(response))
    expect((await stream.finalResponse()).output_text).toBe('Hi there')
  })
})
