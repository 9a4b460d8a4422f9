import type { Fetch } from '../../client/fetch-transport.js'
import type { HeadersInput } from '../../client/headers.js'
import { StreamTruncatedError } from '../../errors/stream-error.js'
import type { TimeoutOptions } from '../../stream/watchdog.js'
import type { Backend, BackendEvent, BackendRun } from '../backend.js'
import { upstreamFailure } from './upstream-failure.js'
import { openUpstream } from './upstream-open.js'
import { createRepair } from './upstream-repair.js'

/** A credential, or how to get one for a run. It is asked for when the request goes out, and kept nowhere. */
export type UpstreamKey = string | ((run: BackendRun) => string | Promise<string>) | null

/** One server that speaks the Responses API. */
export interface UpstreamTarget {
  /** Usually ends in `/v1`. */
  baseURL: string
  /** `null` sends none. */
  apiKey: UpstreamKey
  /** Sent with every request to it, such as `openai-organization`. They win over those of the client. */
  headers?: HeadersInput
}

/** Options of `upstreamBackend`. */
export interface UpstreamOptions extends UpstreamTarget {
  /** Servers to try, in this order, when the first one does not begin to answer. Default: none. */
  fallbacks?: readonly UpstreamTarget[]
  /**
   * Names of the client's headers that are passed on; `x-my-*` stands for all that begin like it. Default:
   * `traceparent`, `tracestate`, `openai-beta`. Credentials, cookies and what belongs to one connection never are.
   */
  requestHeaders?: readonly string[]
  /**
   * Names of the upstream's headers that the client gets, unless its answer went out before the upstream's
   * came, as it does in background mode. Default: `x-request-id` (as `x-upstream-request-id`),
   * `openai-processing-ms`, `openai-version`, `x-ratelimit-*`. Cookies and what describes the body never are;
   * `retry-after` goes with the error that it belongs to.
   */
  responseHeaders?: readonly string[]
  /** How often a server is asked again before it has sent an event. Default 2. */
  maxRetries?: number
  /** See the client's option of this name, in ms. */
  timeout?: number | TimeoutOptions
  /**
   * The upstream runs `background: true` itself: the run then survives a lost connection to it, and is
   * cancelled there. Default `false`: background is this server's own, and the upstream never hears of it.
   */
  nativeBackground?: boolean
  /** Instead of the runtime's own. */
  fetch?: Fetch
}

/**
 * Passes requests on to a server that speaks the Responses API. What it streams is read with the
 * tolerance of the client and leaves with every opening and closing event, one id per item, and this
 * server's numbers; so a provider without background mode, or with a careless stream, gets both.
 *
 * Before the first event a server is asked again after a connection error, 408, 409, 429 or 5xx, then the
 * next one is tried. What is left is the client's error, with the upstream's status, code and
 * `retry-after`; `upstream_unreachable` (502) or `upstream_timeout` (504) where there was no answer. Later,
 * nothing is asked twice: a stream that breaks off ends as failed with code `upstream_truncated`.
 *
 * `store` is passed on as it was asked. `previous_response_id` becomes the upstream's own id where the
 * upstream stored that response, and the conversation itself where it did not. That id is kept with the
 * response, so it lasts as long as the store does.
 *
 * @example
 * upstreamBackend({ baseURL: 'https://api.example.com/v1', apiKey: () => secrets.get('example') })
 */
export function upstreamBackend(options: UpstreamOptions): Backend {
  return { respond: (run) => forward(options, run) }
}

async function* forward(
  options: UpstreamOptions,
  run: BackendRun,
): AsyncGenerator<BackendEvent, void, undefined> {
  const { first, rest, remember } = await openUpstream(options, run)
  const repair = createRepair()
  try {
    yield* repair(first)
    for await (const event of rest) {
      await remember(event)
      yield* repair(event)
    }
  } catch (error) {
    // It ended without an end: the run knows what that means, and closes what is open.
    if (StreamTruncatedError.isInstance(error)) return
    throw upstreamFailure(error, true)
  }
}
