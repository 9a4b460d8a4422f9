import { type APIPromise, createAPIPromise } from './api-promise.js'
import { type Call, prepareCall } from './call.js'
import type { RequestOptions } from './options.js'
import { type Exchange, send, type Session } from './send.js'

/** Sends a call in the next microtask. A complaint about its arguments is a rejection like any other. */
export function request<T>(
  session: Session,
  options: RequestOptions,
  describe: () => Call,
  parse: (exchange: Exchange) => Promise<T>,
): APIPromise<T> {
  const exchange = Promise.resolve().then(() => send(session, prepareCall(describe(), options), options))
  return createAPIPromise(exchange, parse)
}
