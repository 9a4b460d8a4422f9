import { mergeHeaders } from '../../client/headers.js'
import { Millrace } from '../../client/millrace.js'
import type { ResponseStream } from '../../stream/response-stream.js'
import type { BackendRun } from '../backend.js'
import type { UpstreamOptions, UpstreamTarget } from './upstream.js'
import { headersToUpstream } from './upstream-headers.js'

/** Made for one run: what was sent for it is known, and forgotten, with it. */
export function clientOf(
  { baseURL, apiKey, headers }: UpstreamTarget,
  options: UpstreamOptions,
  run: BackendRun,
  onHeaders: (headers: Headers) => void,
): Millrace {
  const { fetch = globalThis.fetch, maxRetries, timeout } = options
  return new Millrace({
    baseURL,
    apiKey: typeof apiKey === 'function' ? () => apiKey(run) : apiKey,
    defaultHeaders: mergeHeaders(headersToUpstream(run, options), headers),
    maxRetries,
    timeout,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      onHeaders(response.headers)
      return response
    },
  })
}

/** Leaving the stream of a background response would not stop it. */
export function cancelWith(signal: AbortSignal, stream: ResponseStream): void {
  signal.addEventListener(
    'abort',
    () => {
      // The run is over either way.
      if (stream.responseId !== undefined) stream.cancel().catch(() => undefined)
    },
    { once: true },
  )
}
