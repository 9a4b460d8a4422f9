import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { scriptBackend } from '../../../src/server/backends/script.js'
import { createDiagnostics } from '../../../src/snapshot/diagnostics.js'
import { createDraft } from '../../../src/snapshot/draft.js'
import { eventsOf, parseAll, post, readerOf, testServer, typesOf } from '../support.js'

afterEach(() => void vi.useRealTimers())

const request = { model: 'gpt-4o', input: 'Say hello', stream: true }

describe('the wire example of the seed', async () => {
  const wire = await readFile(new URL('../../fixtures/seed-example.sse', import.meta.url), 'utf8')
  const events = parseAll(wire)
  const backend = scriptBackend(events, { verbatim: true })

  test('decodes', () => {
    expect(typesOf(events)).toEqual([
      'response.created',
      'response.queued',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
  })

  test('folds, and is strict', () => {
    const diagnostics = createDiagnostics({ strict: true })
    const draft = createDraft({ diagnostics })
    for (const event of events) draft.apply(event)
    expect(draft.read()).toMatchObject({ id: 'resp_abc123', status: 'completed', output_text: 'Hello world' })
    expect(diagnostics.all.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('is produced byte for byte', async () => {
    const response = await post(testServer(backend, { eventLine: false, obfuscation: true }), request)
    expect(await response.text()).toBe(wire)
  })

  test('is a JSON response for who does not stream', async () => {
    const response = await post(testServer(backend), { ...request, stream: false })
    expect(await response.json()).toMatchObject({
      id: 'resp_abc123',
      status: 'completed',
      output: [{ id: 'item_1', status: 'completed' }],
    })
  })
})

test('without verbatim the run gives its own numbers and Response objects', async () => {
  const backend = scriptBackend([
    {
      type: 'response.output_item.added',
      output_index: 0,
      sequence_number: 90,
      item: { id: 'msg_0', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    },
    { type: 'response.completed', response: { id: 'resp_own' } },
  ])
  const events = await eventsOf(await post(testServer(backend), request))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  expect(events.at(-1)).toMatchObject({ response: { id: expect.stringMatching(/^resp_[0-9a-f]{48}$/) } })
})

test('a pace spreads the events, and ends with the run', async () => {
  vi.useFakeTimers()
  const events = parseAll('data: {"type":"a"}\n\ndata: {"type":"b"}\n\ndata: {"type":"c"}\n\n')
  const server = testServer(scriptBackend(events, { verbatim: true, pace: 1000 }))
  const reader = readerOf(await post(server, request))
  const read = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toContain('"a"')
  let second: string | undefined
  void read().then((text) => (second = text))
  await vi.advanceTimersByTimeAsync(999)
  expect(second).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(second).toContain('"b"')
  await reader.cancel()
  await server.close()
  expect(vi.getTimerCount()).toBe(0)
})
