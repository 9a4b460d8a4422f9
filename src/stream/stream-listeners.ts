import type { Diagnostic } from '../snapshot/diagnostics.js'
import type { TextReplacement } from '../snapshot/effect.js'
import type { Snapshot } from '../snapshot/snapshot.js'
import type { Declared } from '../structured/parsed-response.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import type { ReconnectAttempt } from './reconnect.js'

/** What happens to a stream besides its events, and what listeners of it are told. */
interface StreamHappenings<D extends Declared> {
  event: ParsedResponseStreamEvent<D>
  'text.replaced': TextReplacement
  'snapshot.reset': Snapshot | undefined
  diagnostic: Diagnostic
  reconnect: ReconnectAttempt
  /** Not of an `error` event, which is an `event`: of the failure of the stream. */
  error: unknown
  end: undefined
}

type EventTable<D extends Declared> = {
  [E in ParsedResponseStreamEvent<D> as E['type'] extends keyof StreamHappenings<D> ? never : E['type']]: E
}

/** Each name that can be listened for, with what the listener is called with. */
export type StreamListeners<D extends Declared = Declared> = StreamHappenings<D> & EventTable<D>

export type ListenerName = keyof StreamListeners

/** The names that are not types of events. An event of the wire whose type is one of them is an `event` only. */
export const happenings: ReadonlySet<string> = new Set<keyof StreamHappenings<Declared>>([
  'event',
  'text.replaced',
  'snapshot.reset',
  'diagnostic',
  'reconnect',
  'error',
  'end',
])
