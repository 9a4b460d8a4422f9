import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createSink, isClosedPipe } from '../../../src/cli/terminal/sink.js'

test('a write waits for a slow reader', async () => {
  const pending: (() => void)[] = []
  const slow = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void pending.push(done) })
  const order: string[] = []
  const writing = createSink(slow)
    .write('text')
    .then(() => order.push('written'))
  await Promise.resolve()
  order.push('read')
  pending.pop()?.()
  await writing
  expect(order).toEqual(['read', 'written'])
})

test('a reader that goes away is reported once, and later writes go nowhere', async () => {
  const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  const stream = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => done(closed) })
  const broken: Error[] = []
  const sink = createSink(stream, (error) => broken.push(error))
  await sink.write('one')
  await sink.write('two')
  sink.put('three')
  expect([broken, broken.map(isClosedPipe)]).toEqual([[closed], [true]])
})

test('only a closed pipe is a closed pipe', () => {
  expect([
    isClosedPipe(Object.assign(new Error('disk full'), { code: 'ENOSPC' })),
    isClosedPipe('EPIPE'),
  ]).toEqual([false, false])
})
