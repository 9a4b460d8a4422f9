import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ServeProcess, serveProcess } from './serve-process.js'

// The five verbs of background mode, by the official client, on `millrace serve`.

let server: ServeProcess
beforeAll(async () => {
  server = await serveProcess('--key', 'sk-test')
}, 60_000)
afterAll(() => server.stop())

/** Both are read with the types of the older one, so that one text tests both. */
const load = (name: string): Promise<{ default: typeof OpenAI }> => import(/* @vite-ignore */ name)
const sdks = await Promise.all(
  ['openai', 'openai-v7'].map(async (name) => [name, (await load(name)).default] as const),
)

const request = { model: 'demo', input: 'Hello', background: true as const }
const text =
  'Hello! It is nice to hear from you. I am the demo model inside millrace: I know very little, but I stream ' +
  'beautifully, and I need no network for it. Ask me why streams need sequence numbers, give me a tool to call ' +
  'or a schema to fill in, and watch the events go by.'
/** Of the response.completed that ends it. */
const last = 3 + 2 + text.split(' ').length + 3

describe.each(sdks)('%s', (_name, SDK) => {
  const connect = () => new SDK({ apiKey: 'sk-test', baseURL: server.url, maxRetries: 0 }).responses

  /** A stream that is left after event 10. */
  async function leave(): Promise<{ id: string; seen: unknown[] }> {
    const seen: unknown[] = []
    let id = ''
    for await (const event of await connect().create({ ...request, stream: true })) {
      if (event.type === 'response.created') id = event.response.id
      seen.push(event)
      if (event.sequence_number === 10) break
    }
    return { id, seen }
  }

  test('creates', async () => {
    expect(await connect().create(request)).toMatchObject({
      object: 'response',
      status: 'queued',
      background: true,
      store: true,
      output: [],
    })
  })

  test('streams', async () => {
    const stream = connect().stream(request)
    const numbers: unknown[] = []
    for await (const event of stream) numbers.push(event.sequence_number)
    expect(numbers).toEqual([...Array(last + 1).keys()])
    expect(await stream.finalResponse()).toMatchObject({ status: 'completed', output_text: text })
  })

  test('retrieves', async () => {
    const { id } = await connect().create(request)
    await vi.waitFor(async () => expect((await connect().retrieve(id)).status).toBe('completed'), 20_000)
    expect(await connect().retrieve(id)).toMatchObject({ id, status: 'completed', output_text: text })
  })

  test('resumes with retrieve(id, { stream: true, starting_after })', async () => {
    const { id, seen } = await leave()
    for await (const event of await connect().retrieve(id, { stream: true, starting_after: 10 }))
      seen.push(event)
    expect(seen.map((event) => Reflect.get(Object(event), 'sequence_number'))).toEqual([
      ...Array(last + 1).keys(),
    ])
    const whole: unknown[] = []
    for await (const event of await connect().retrieve(id, { stream: true })) whole.push(event)
    expect(seen).toEqual(whole)
  })

  test('resumes with stream({ response_id, starting_after })', async () => {
    const { id } = await leave()
    const stream = connect().stream({ response_id: id, starting_after: 10 })
    const numbers: unknown[] = []
    for await (const event of stream) numbers.push(event.sequence_number)
    expect(numbers).toEqual([...Array(last + 1).keys()].slice(11))
    expect(await stream.finalResponse()).toMatchObject({ id, status: 'completed', output_text: text })
  })

  test('cancels, and cancels again', async () => {
    const { id, seen } = await leave()
    const cancelled = await connect().cancel(id)
    expect(cancelled).toMatchObject({ id, status: 'cancelled', error: null })
    expect((await connect().cancel(id)).status).toBe('cancelled')
    for await (const event of await connect().retrieve(id, { stream: true, starting_after: 10 }))
      seen.push(event)
    expect(seen.at(-1)).toMatchObject({ type: 'response.failed', response: { id, status: 'cancelled' } })
  })
})
