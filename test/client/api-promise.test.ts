import { describe, expect, it, vi } from 'vitest'
import { createAPIPromise } from '../../src/client/api-promise.js'
import type { Exchange } from '../../src/client/send.js'
import { rejection } from './rejection.js'

function exchangeOf(fields: Partial<Exchange> = {}): Exchange {
  const response = new Response('{"id":1}', { headers: { 'x-request-id': 'req_1' } })
  return {
    response,
    signal: undefined,
    abort: () => {},
    read: (work) => work(response, (text) => text),
    ...fields,
  }
}

const json = ({ read }: Exchange): Promise<unknown> => read((response) => response.json())

describe('createAPIPromise', () => {
  it('is awaited like any promise', async () => {
    const settled = vi.fn<() => void>()
    const promise = createAPIPromise(Promise.resolve(exchangeOf()), json)
    expect(await promise).toEqual({ id: 1 })
    expect(await promise.then((value) => [value])).toEqual([{ id: 1 }])
    expect(await promise.finally(settled)).toEqual({ id: 1 })
    expect(settled).toHaveBeenCalledTimes(1)
  })

  it('reads the body once, however often it is asked', async () => {
    const parse = vi.fn<typeof json>(json)
    const promise = createAPIPromise(Promise.resolve(exchangeOf()), parse)
    await Promise.all([promise, promise, promise.withResponse()])
    expect(parse).toHaveBeenCalledTimes(1)
  })

  it('leaves the body alone for asResponse', async () => {
    const parse = vi.fn<typeof json>(json)
    const response = await createAPIPromise(Promise.resolve(exchangeOf()), parse).asResponse()
    expect(parse).not.toHaveBeenCalled()
    expect(await response.json()).toEqual({ id: 1 })
  })

  it('gives result, response and request id together', async () => {
    const exchange = exchangeOf()
    const result = await createAPIPromise(Promise.resolve(exchange), json).withResponse()
    expect(result).toEqual({ data: { id: 1 }, response: exchange.response, request_id: 'req_1' })
  })

  it('lets the signal abort a body that was handed out', async () => {
    const caller = new AbortController()
    const abort = vi.fn<(reason: unknown) => void>()
    const exchange = exchangeOf({ signal: caller.signal, abort })
    const response = await createAPIPromise(Promise.resolve(exchange), json).asResponse()
    caller.abort('enough')
    expect(abort).toHaveBeenCalledWith('enough')
    expect(response).toBe(exchange.response)
  })

  it('rejects every way of asking with the same error, and never on its own', async () => {
    const failure = new Error('no')
    const promise = createAPIPromise(Promise.reject(failure), json)
    // Time in which an unhandled rejection would fail the run.
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(await rejection(promise)).toBe(failure)
    expect(await rejection(promise.asResponse())).toBe(failure)
    expect(await rejection(promise.withResponse())).toBe(failure)
    expect(await promise.catch((error: unknown) => error)).toBe(failure)
  })

  it('rejects with what reading the body throws, and keeps the response available', async () => {
    const failure = new Error('not JSON')
    const promise = createAPIPromise(Promise.resolve(exchangeOf()), () => Promise.reject(failure))
    expect(await rejection(promise.withResponse())).toBe(failure)
    expect((await promise.asResponse()).status).toBe(200)
  })

  it('calls itself APIPromise', () => {
    expect(createAPIPromise(Promise.resolve(exchangeOf()), json)[Symbol.toStringTag]).toBe('APIPromise')
  })
})
