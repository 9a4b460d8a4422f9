import type { ResponseCreateParams } from '../events/params.js'
import { createEventStream, type EventStream, type EventStreamOptions } from './event-stream.js'
import type { ResolvedOptions } from './options.js'
import { isPadded } from './padding.js'

/** The stream of a run's one client, as the request and the server want it. */
export function directStream(
  options: ResolvedOptions,
  params: ResponseCreateParams,
  callbacks: Pick<EventStreamOptions, 'onGone' | 'onKeepalive'>,
): EventStream {
  return createEventStream({
    ...options,
    ...callbacks,
    obfuscate: isPadded(options, params),
  })
}
