import { describe, expect, test, vi } from 'vitest'
import type { Backend } from '../../../src/server/backend.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import {
  ask,
  eventsOf,
  gate,
  idOf,
  parseAll,
  post,
  readerOf,
  readUntil,
  testServer,
  told,
} from '../support.js'

const request = { model: 'm-test', input: 'Hi' }
const background = { ...request, background: true }
const streaming = { ...background, stream: true }
const speak: Backend['respond'] = async ({ writer }) => {
  await writer.message().text('Hello')
  await writer.complete()
}
const refusal = (message: string, param: string, code: string): unknown => [
  400,
  { error: { message, type: 'invalid_request_error', param, code } },
]

describe('a stream is refused', () => {
  test('for a foreground response', async () => {
    const server = testServer(speak)
    const id = idOf(await (await post(server, request)).json())
    expect(await told(await ask(server, `/${id}?stream=true`))).toEqual(
      refusal(
        'This response cannot be streamed because it was not created with background=true.',
        'stream',
        'invalid_request_error',
      ),
    )
  })

  test('for a response that was not created as one', async () => {
    const server = testServer(speak)
    const id = idOf(await (await post(server, background)).json())
    expect(await told(await ask(server, `/${id}?stream=true`))).toEqual(
      refusal(
        'This response cannot be streamed because it was not created with stream=true.',
        'stream',
        'invalid_request_error',
      ),
    )
    expect((await ask(server, `/${id}?stream=false&include[]=reasoning.encrypted_content`)).status).toBe(200)
  })

  test.each([
    [
      '-1',
      "Invalid 'starting_after': integer below minimum value. Expected a value >= 0, but got -1 instead.",
      'integer_below_min_value',
    ],
    ['1.5', "Invalid type for 'starting_after': expected an integer, but got '1.5' instead.", 'invalid_type'],
    ...['x', '1e2', '0x2', '1.0', ' 3', 'NaN', '99999999999999999999'].map(
      (text): [string, string, string] => [
        text,
        `Invalid type for 'starting_after': expected an integer, but got '${text}' instead.`,
        'invalid_type',
      ],
    ),
    ['2&starting_after=5', "The parameter 'starting_after' is there twice.", 'invalid_type'],
    ['', "Invalid type for 'starting_after': expected an integer, but got '' instead.", 'invalid_type'],
  ])('for starting_after=%s', async (cursor, message, code) => {
    const server = testServer(speak)
    const id = idOf((await eventsOf(await post(server, streaming)))[0])
    expect(await told(await ask(server, `/${id}?stream=true&starting_after=${cursor}`))).toEqual(
      refusal(message, 'starting_after', code),
    )
  })

  test('B106: when the events have expired; the response itself is there', async () => {
    let now = 1_700_000_000_000
    const store = memoryStore({ now: () => now })
    const server = testServer(speak, { store })
    const id = idOf((await eventsOf(await post(server, streaming)))[0])
    now += 11 * 60_000
    await store.expire()
    expect(await told(await ask(server, `/${id}?stream=true&starting_after=2`))).toEqual(
      refusal(
        "This response can no longer be streamed because its events are no longer kept. Its status is 'completed'; retrieve it without 'stream'.",
        'stream',
        'stream_expired',
      ),
    )
    expect(await (await ask(server, `/${id}`)).json()).toMatchObject({ status: 'completed' })
    await server.close()
  })

  test('B128: when the log was shortened beyond the cursor, never a silent gap', async () => {
    const going = gate()
    const server = testServer(
      async (run) => {
        await going.opened
        await speak(run)
      },
      { store: memoryStore({ maxLogEvents: 4 }) },
    )
    const reader = readerOf(await post(server, streaming))
    const own = idOf(parseAll(await readUntil(reader, (text) => text.includes('in_progress"')))[0])
    going.open()
    await vi.waitFor(async () =>
      expect(await (await ask(server, `/${own}`)).json()).toMatchObject({ status: 'completed' }),
    )
    expect(await told(await ask(server, `/${own}?stream=true&starting_after=2`))).toMatchObject([
      400,
      { error: { code: 'stream_expired', message: expect.stringContaining("'completed'") } },
    ])
    expect((await eventsOf(await ask(server, `/${own}?stream=true&starting_after=6`))).length).toBe(3)
    await server.close()
  })
})

test('a finished stream is replayed from after the cursor, the very same events', async () => {
  const reconnects: unknown[] = []
  const server = testServer(speak, { hooks: { onReconnect: (info) => reconnects.push(info.startingAfter) } })
  const events = await eventsOf(await post(server, streaming))
  const id = idOf(events[0])
  expect(await eventsOf(await ask(server, `/${id}?stream=true`))).toEqual(events)
  for (let after = 0; after < events.length; after += 1) {
    const rest = await eventsOf(await ask(server, `/${id}?stream=true&starting_after=${after}`))
    expect(rest).toEqual(events.slice(after + 1))
  }
  expect(reconnects).toEqual([-1, ...events.keys()])
})

test.each([9, 10, 1000])('B109: a cursor at or behind the end (%i) gets an empty stream', async (after) => {
  const server = testServer(speak)
  const events = await eventsOf(await post(server, streaming))
  expect(events).toHaveLength(10)
  const response = await ask(server, `/${idOf(events[0])}?stream=true&starting_after=${after}`)
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('a cursor ahead of a running response waits for what comes after it', async () => {
  const going = gate()
  const server = testServer(async (run) => {
    await going.opened
    await speak(run)
  })
  const reader = readerOf(await post(server, streaming))
  const id = idOf(parseAll(await readUntil(reader, (text) => text.includes('in_progress"')))[0])
  const ahead = eventsOf(await ask(server, `/${id}?stream=true&starting_after=6`))
  going.open()
  expect((await ahead).map((event) => event.sequence_number)).toEqual([7, 8, 9])
})

test('B101: what is resumed at 90 % is under 15 % of the stream', async () => {
  const server = testServer(async ({ writer }) => {
    const message = writer.message()
    for (let count = 0; count < 2000; count += 1) await message.text('w ')
    await writer.complete()
  })
  const text = await (await post(server, streaming)).text()
  const events = parseAll(text)
  const after = Math.floor(events.length * 0.9)
  const resumed = await (await ask(server, `/${idOf(events[0])}?stream=true&starting_after=${after}`)).text()
  expect(resumed.length).toBeLessThan(text.length * 0.15)
})
