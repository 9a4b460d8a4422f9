import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { BackendRun } from '../../src/server/backend.js'
import { serve, type ListeningServer } from '../../src/server/serve.js'
import { memoryStore } from '../../src/store/memory/memory-store.js'
import { post, testServer } from './support.js'

let listening: ListeningServer | undefined
afterEach(async () => {
  await listening?.close()
  listening = undefined
})

const request = { model: 'm', input: 'Hi' }

async function respond({ writer }: BackendRun): Promise<void> {
  const message = writer.message()
  for (let count = 0; count < 5; count += 1) {
    await message.text('Hello')
    await Promise.resolve()
  }
  await writer.complete()
}

/** Whatever the reader has done by then. */
async function read(response: Response, chunks: number): Promise<void> {
  const reader = response.body?.getReader()
  for (let count = 0; count < chunks; count += 1) await reader?.read()
  await reader?.cancel()
}

test.each<[string, object, Record<string, string>]>([
  ['stored', { stream: true }, {}],
  ['not streamed', {}, {}],
  ['background', { stream: true, background: true }, {}],
  ['with a key', { stream: true }, { 'idempotency-key': 'k' }],
  ['not streamed, with a key', {}, { 'idempotency-key': 'k' }],
  ['not stored', { stream: true, store: false }, {}],
  ['neither stored nor streamed', { store: false }, {}],
])(
  'B117: a client that leaves at any moment leaves a run with one end (%s)',
  async (_what, fields, headers) => {
    // In turns of the event loop's smallest kind, which is between any two steps of the server.
    for (let moment = 0; moment < 40; moment += 1) {
      const store = memoryStore()
      const started: string[] = []
      const ended: string[] = []
      const server = testServer(respond, {
        store,
        rejoinAfterLoss: 0,
        hooks: {
          onRunStart: ({ responseId }) => started.push(responseId),
          onRunEnd: ({ responseId }) => ended.push(responseId),
        },
      })
      const leaving = new AbortController()
      const answer = post(server, { ...request, ...fields }, { headers, signal: leaving.signal })
      const reading = answer.then((response) => read(response, moment % 5)).catch(() => undefined)
      for (let turn = 0; turn < moment; turn += 1) await Promise.resolve()
      leaving.abort()
      await reading
      await server.close({ drain: 1000 })
      expect(ended).toEqual(started)
      for (const id of started) {
        const status = (await store.records.read(id))?.response.status
        expect(status ?? 'completed').toMatch(/^(?:completed|cancelled)$/)
        const log = await store.logs.read(id, -1).catch(() => undefined)
        expect(log?.closed ?? true).toBe(true)
      }
    }
  },
)

test('B117: however a connection breaks off, its backend is stopped', async () => {
  const signals: AbortSignal[] = []
  let ended = 0
  listening = await serve(
    testServer(
      async ({ signal, writer }) => {
        signals.push(signal)
        const message = writer.message()
        while (!signal.aborted) {
          await message.text('x'.repeat(500))
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      },
      { hooks: { onRunEnd: () => (ended += 1) } },
    ),
  )
  const body = JSON.stringify({ ...request, stream: true })
  for (let moment = 0; moment < 20; moment += 1) {
    const socket = connect(listening.port, '127.0.0.1').on('error', () => undefined)
    const head = `POST /v1/responses HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n`
    // The first ones leave in the middle of their request.
    socket.write(head + body.slice(0, moment < 5 ? moment * 5 : body.length))
    await new Promise((resolve) => setTimeout(resolve, moment))
    if (moment % 2 === 0) socket.destroy()
    else socket.resetAndDestroy()
  }
  await vi.waitFor(() => {
    expect(signals.length).toBeGreaterThan(0)
    expect(signals.map((signal) => signal.aborted)).toEqual(signals.map(() => true))
    expect(ended).toBe(signals.length)
  })
})
