import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createLogStream } from '../../../src/server/stored/log-stream.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import type { Store } from '../../../src/store/store.js'
import { record } from '../../../src/testing/store-conformance/records.js'

const id = 'resp_1'
const open: { close(): unknown }[] = []

afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

interface End {
  cursor: number
  complete: boolean
}

/** A log of lines `000000 xxx…`, and an HTTP server that writes it to whoever connects. */
async function serveLog(options: { after?: number; stallTimeout?: number } = {}) {
  const store = memoryStore()
  await store.records.create(record(id), { log: true })
  const ends: End[] = []
  const http = createServer((_request, outgoing) => {
    outgoing.writeHead(200)
    outgoing.flushHeaders()
    const { writeTo } = createLogStream({
      store,
      id,
      after: options.after ?? -1,
      heartbeat: false,
      stallTimeout: options.stallTimeout ?? 0,
      doneSentinel: false,
      onEnd: (cursor, complete) => void ends.push({ cursor, complete }),
    })
    void writeTo(outgoing)
  })
  open.push({ close: () => closeAll(http) })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return { store, ends, port }
}

function closeAll(http: Server): void {
  http.closeAllConnections()
  http.close()
}

const numberLength = 6

async function append(
  store: Store,
  from: number,
  count: number,
  size: number,
  terminal = false,
): Promise<void> {
  const events = Array.from({ length: count }, (_, at) =>
    new TextEncoder().encode(`${String(from + at).padStart(numberLength, '0')} ${'x'.repeat(size)}\n`),
  )
  await store.logs.append(id, 1, from, events, { terminal })
}

async function request(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  open.push({ close: () => socket.destroy() })
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return socket
}

/** The numbers of the lines that arrive, to the end of the body. */
async function numbersOf(socket: Socket): Promise<number[]> {
  const chunks: string[] = []
  for await (const chunk of socket) {
    chunks.push(String(chunk))
    if (chunks.slice(-2).join('').endsWith('\r\n0\r\n\r\n')) break
  }
  const text = chunks.join('')
  return [...text.matchAll(/^(\d{6}) x/gm)].map(([, number]) => Number(number))
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

test('what was before and what comes live is one sequence, to its end', async () => {
  const { store, ends, port } = await serveLog()
  await append(store, 0, 50, 10)
  const reading = numbersOf(await request(port))
  for (let at = 50; at < 100; at += 10) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    await append(store, at, 10, 10)
  }
  await append(store, 100, 1, 10, true)
  expect(await reading).toEqual(upTo(101))
  expect(ends).toEqual([{ cursor: 100, complete: true }])
})

test('a client who does not read is waited for, and misses nothing', async () => {
  const { store, port } = await serveLog()
  const socket = await request(port)
  await append(store, 0, 1, 10)
  await once(socket, 'readable')
  // More than sockets hold, in the hub's time: the reader has caught up before.
  for (let at = 1; at < 2001; at += 100) {
    await append(store, at, 100, 10_000)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  await append(store, 2001, 1, 10, true)
  expect(await numbersOf(socket)).toEqual(upTo(2002))
})

test('a client who lets events lie for too long is let go, and can come back', async () => {
  const { store, ends, port } = await serveLog({ stallTimeout: 30 })
  const socket = await request(port)
  await append(store, 0, 1, 10)
  await once(socket, 'readable')
  for (let at = 1; at < 2001; at += 100) {
    await append(store, at, 100, 10_000)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  await expect.poll(() => ends).toHaveLength(1)
  const [end] = ends
  expect(end?.complete).toBe(false)
  expect(end?.cursor).toBeLessThan(2000)
  // Every event that was handed over is whole.
  expect(await numbersOf(socket)).toEqual(upTo((end?.cursor ?? 0) + 1))
})

test('a client who leaves is forgotten at once', async () => {
  const { store, ends, port } = await serveLog()
  const socket = await request(port)
  await append(store, 0, 3, 10)
  await once(socket, 'readable')
  socket.destroy()
  await expect.poll(() => ends).toEqual([{ cursor: 2, complete: false }])
})
