import type { ResponseCreateParams } from '../events/params.js'
import { createEventStream, type EventStream, type EventStreamOptions } from './event-stream.js'
import type { ResolvedOptions } from './options.js'

/** The stream of a run's one client, as the request and the server want it. */
export function directStream(
  options: ResolvedOptions,
  params: ResponseCreateParams,
  callbacks: Pick<EventStreamOptions, 'onGone' | 'onKeepalive'>,
): EventStream {
  const padding = params.stream_options?.include_obfuscation ?? options.obfuscation
  return createEventStream({
    ...options,
    ...callbacks,
    obfuscate: padding && options.backend.verbatim !== true,
  })
}
