import { describe, expect, test } from 'vitest'
import { scriptBackend } from '../../src/server/backends/script.js'
import { ask, eventsOf, idOf, post, testServer, told, type WireEvent } from './support.js'

const hello = scriptBackend(async ({ writer }) => {
  await writer.message().text('Hello')
  await writer.complete()
})
const request = { model: 'm', input: 'Hi', stream: true }
const asking = (include_obfuscation: boolean): object => ({ stream_options: { include_obfuscation } })

const isPadded = (events: readonly WireEvent[]): boolean => events.some((event) => 'obfuscation' in event)
const without = (events: readonly WireEvent[]): object[] =>
  events.map((event) => {
    const { obfuscation: _padding, ...rest } = event as WireEvent & { obfuscation?: string }
    return rest
  })

describe('by default foreground streams are padded and background streams are not', () => {
  test.each<[string, object, Record<string, string>, boolean]>([
    ['foreground', {}, {}, true],
    ['foreground, not stored', { store: false }, {}, true],
    ['foreground with an idempotency key', {}, { 'idempotency-key': 'k' }, true],
    ['foreground that wants none', asking(false), {}, false],
    ['foreground with a key that wants none', asking(false), { 'idempotency-key': 'k' }, false],
    ['background', { background: true }, {}, false],
    ['background that wants it', { background: true, ...asking(true) }, {}, true],
  ])('%s', async (_what, fields, headers, padded) => {
    const server = testServer(hello, { obfuscation: true })
    const events = await eventsOf(await post(server, { ...request, ...fields }, { headers }))
    expect(isPadded(events)).toBe(padded)
  })
})

test('a reader who asks for padding gets it, and what is kept stays as it is', async () => {
  const server = testServer(hello)
  const events = await eventsOf(await post(server, { ...request, background: true }))
  const path = `/${idOf(events[0])}?stream=true`
  const padded = await eventsOf(await ask(server, `${path}&include_obfuscation=true`))
  const delta = padded.find((event) => event.type === 'response.output_text.delta')
  expect(delta).toMatchObject({ delta: 'Hello', obfuscation: expect.stringMatching(/^.{11}$/) })
  expect(without(padded)).toEqual(events)
  expect(await eventsOf(await ask(server, `${path}&include_obfuscation=false`))).toEqual(events)
  expect(await eventsOf(await ask(server, path))).toEqual(events)
})

test('anything but true and false is refused', async () => {
  const server = testServer(hello)
  const events = await eventsOf(await post(server, { ...request, background: true }))
  const path = `/${idOf(events[0])}?stream=true&include_obfuscation=yes`
  expect(await told(await ask(server, path))).toMatchObject([
    400,
    { error: { param: 'include_obfuscation', code: 'invalid_type' } },
  ])
})
