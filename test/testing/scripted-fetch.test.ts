import { afterEach, expect, test, vi } from 'vitest'
import { faultyFetch, jsonAnswer, scriptedBody, scriptedFetch, socketError } from '../../src/testing/index.js'

afterEach(() => {
  vi.useRealTimers()
})

test('answers one request after the other, the last answer again and again, and records the requests', async () => {
  const fetch = scriptedFetch([
    jsonAnswer(503, { error: null }, { 'retry-after': '1' }),
    { steps: ['data: 1\n\n', 'data: 2\n\n'] },
  ])
  const first = await fetch('http://test/v1/responses', {
    method: 'POST',
    body: '{}',
    headers: { 'x-test': '1' },
  })
  expect([first.status, first.headers.get('retry-after'), await first.json()]).toEqual([
    503,
    '1',
    { error: null },
  ])
  const second = await fetch('http://test/a')
  expect([second.status, second.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  expect(await second.text()).toBe('data: 1\n\ndata: 2\n\n')
  expect(await (await fetch('http://test/b')).text()).toBe('data: 1\n\ndata: 2\n\n')
  expect(fetch.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', 'http://test/v1/responses', '{}'],
    ['GET', 'http://test/a', ''],
    ['GET', 'http://test/b', ''],
  ])
  expect(fetch.requests[0]?.headers.get('x-test')).toBe('1')
})

test('a function answers by the request and its number', async () => {
  const fetch = scriptedFetch((request, index) => ({ steps: [`${index} ${request.method}`] }))
  expect(await (await fetch('http://test/')).text()).toBe('0 GET')
  expect(await (await fetch('http://test/', { method: 'DELETE' })).text()).toBe('1 DELETE')
})

test('a body gives one step for each pull, pauses on the clock, and observes that it is cancelled', async () => {
  vi.useFakeTimers()
  const observer = { pulls: 0, cancels: 0, cancelReason: undefined }
  const reader = scriptedBody(['a', { wait: 50 }, 'b', { end: 'hang' }], { observer }).getReader()
  expect(observer.pulls).toBe(0)
  await reader.read()
  expect(observer.pulls).toBe(1)
  const second = reader.read()
  await vi.advanceTimersByTimeAsync(49)
  expect(await Promise.race([second, Promise.resolve('waiting')])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect((await second).value).toEqual(new TextEncoder().encode('b'))
  const third = reader.read()
  await reader.cancel('enough')
  expect(await third).toEqual({ done: true, value: undefined })
  expect(observer).toEqual({ pulls: 3, cancels: 1, cancelReason: 'enough' })
})

test('a reset errors the body like a broken socket, or with the error given', async () => {
  await expect(new Response(scriptedBody(['a', { end: 'reset' }])).text()).rejects.toEqual(socketError())
  const error = new Error('mine')
  await expect(new Response(scriptedBody([{ end: 'reset' }], { resetError: error })).text()).rejects.toBe(
    error,
  )
})

test('an aborted signal rejects the request, or errors the body, and no listener is left on it', async () => {
  const aborter = new AbortController()
  const add = vi.spyOn(aborter.signal, 'addEventListener')
  const remove = vi.spyOn(aborter.signal, 'removeEventListener')
  const fetch = scriptedFetch([
    { steps: ['a'] },
    { steps: ['a', { end: 'hang' }] },
    { after: new Promise(() => {}) },
  ])
  await (await fetch('http://test/', { signal: aborter.signal })).text()
  expect(add.mock.calls.length).toBe(remove.mock.calls.length)

  const body = (await fetch('http://test/', { signal: aborter.signal })).text()
  const headers = fetch('http://test/', { signal: aborter.signal })
  await Promise.resolve()
  aborter.abort('stop')
  await expect(body).rejects.toBe('stop')
  await expect(headers).rejects.toBe('stop')
  await expect(fetch('http://test/', { signal: aborter.signal })).rejects.toBe('stop')
  expect(add.mock.calls.length).toBe(remove.mock.calls.length)
})

test('faultyFetch spoils the answers it is told to, and leaves the others', async () => {
  const good = scriptedFetch([{ status: 201, headers: { 'x-test': '1' }, steps: ['abcdef'] }])
  const refused = new TypeError('fetch failed')
  const faults = [
    { length: 3 },
    { length: 4, end: 'reset' as const },
    { chunkSize: 2, garbage: { at: 1, bytes: '!' } },
    { refuse: refused },
    undefined,
  ]
  const fetch = faultyFetch(good, (index) => faults[index])
  const cut = await fetch('http://test/')
  expect([cut.status, cut.headers.get('x-test'), await cut.text()]).toEqual([201, '1', 'abc'])
  await expect((await fetch('http://test/')).text()).rejects.toEqual(socketError())
  const chunks: number[] = []
  for await (const chunk of (await fetch('http://test/')).body ?? []) chunks.push(chunk.length)
  expect(chunks).toEqual([2, 2, 2, 1])
  await expect(fetch('http://test/')).rejects.toBe(refused)
  expect(await (await fetch('http://test/')).text()).toBe('abcdef')
})
