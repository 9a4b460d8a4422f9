import { linkAbortWhileReachable } from './abort.js'
import type { Exchange } from './send.js'
import type { FetchResponse } from './transport.js'

/**
 * A promise of what an API call returns, which can also give the HTTP response behind it. The
 * request has been sent already; the body is read when somebody asks for the result.
 */
export interface APIPromise<T> extends Promise<T> {
  /**
   * The response as soon as its headers are there; the body is yours to read. `signal` still aborts it.
   * Rejects, like the promise itself, for a status other than 2xx.
   */
  asResponse(): Promise<FetchResponse>
  /** The result with the response, and the id to quote when asking the provider about it (`x-request-id`). */
  withResponse(): Promise<{ data: T; response: FetchResponse; request_id: string | null }>
}

/** `then` reads the body, so that `asResponse()` alone leaves it untouched; a `Promise` subclass cannot wait for that. */
export function createAPIPromise<T>(
  exchange: Promise<Exchange>,
  parse: (exchange: Exchange) => Promise<T>,
): APIPromise<T> {
  // A failure belongs to whoever asks for the result, also long after it happened.
  exchange.catch(() => {})
  let parsed: Promise<T> | undefined
  const result = (): Promise<T> => (parsed ??= exchange.then(parse))

  return {
    // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is the point
    then: (fulfilled, rejected) => result().then(fulfilled, rejected),
    catch: (rejected) => result().catch(rejected),
    finally: (settled) => result().finally(settled),
    async asResponse() {
      const { response, signal, abort } = await exchange
      linkAbortWhileReachable(response.body ?? response, signal, abort)
      return response
    },
    async withResponse() {
      const [data, { response }] = await Promise.all([result(), exchange])
      return { data, response, request_id: response.headers.get('x-request-id') }
    },
    [Symbol.toStringTag]: 'APIPromise',
  }
}
