import { expect, test } from 'vitest'
import { Millrace } from '../../src/client/millrace.js'
import type { Backend } from '../../src/server/backend.js'
import { serve } from '../../src/server/serve.js'
import { memoryStore } from '../../src/store/memory/memory-store.js'
import { gate, testServer } from './support.js'

test('a client whose server closes in the middle reads on from the next one, without a gap', async () => {
  const store = memoryStore()
  const going = gate()
  const backend: Backend['respond'] = async ({ writer }) => {
    const message = writer.message()
    for (let count = 0; count < 20; count += 1) {
      if (count === 10) await going.opened
      await message.text(`word ${count} `)
    }
    await writer.complete()
  }
  const one = await serve(testServer(backend, { store }))
  const client = new Millrace({ apiKey: null, baseURL: `${one.url}/v1` })
  const stream = client.responses.stream({ model: 'm', input: 'Hi', background: true })
  const numbers: unknown[] = []
  let closing: Promise<unknown> | undefined
  for await (const event of stream) {
    numbers.push(event.sequence_number)
    if (event.type !== 'response.output_text.delta' || closing !== undefined) continue
    closing = one.close({ drain: 5000 }).then(() => serve(testServer(backend, { store }), { port: one.port }))
    going.open()
  }
  expect(numbers).toEqual([...numbers.keys()])
  expect((await stream.finalResponse()).status).toBe('completed')
  const other = await closing
  if (other instanceof Object && 'close' in other && typeof other.close === 'function') await other.close()
}, 20_000)
