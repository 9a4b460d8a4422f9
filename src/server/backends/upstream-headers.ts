import type { BackendRun } from '../backend.js'
import { pickHeaders } from '../passable-headers.js'
import type { UpstreamOptions } from './upstream.js'

/** Where the request belongs to, and features that its sender asks for by header. */
const defaultRequestHeaders = ['traceparent', 'tracestate', 'openai-beta']

/** What a client paces itself by, and what it quotes when it complains. */
const defaultResponseHeaders = ['x-request-id', 'openai-processing-ms', 'openai-version', 'x-ratelimit-*']

/** What the upstream gets of the client's headers. */
export function headersToUpstream(
  run: BackendRun,
  { requestHeaders }: UpstreamOptions,
): Record<string, string> {
  return pickHeaders(run.requestHeaders, requestHeaders ?? defaultRequestHeaders)
}

/** What the client gets of the upstream's. */
export function headersToClient(
  run: BackendRun,
  { responseHeaders }: UpstreamOptions,
  answered: Headers | undefined,
): void {
  // Not a mixture of what several servers have answered.
  const before = [...run.responseHeaders.keys()]
  for (const name of before) run.responseHeaders.delete(name)
  if (answered === undefined) return
  const picked = pickHeaders(answered, responseHeaders ?? defaultResponseHeaders)
  for (const [name, value] of Object.entries(picked)) {
    // An answer has one id of this name, and it is this server's.
    run.responseHeaders.set(name === 'x-request-id' ? 'x-upstream-request-id' : name, value)
  }
}
