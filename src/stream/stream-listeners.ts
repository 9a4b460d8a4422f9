import type { Diagnostic } from '../snapshot/diagnostics.js'
import type { TextReplacement } from '../snapshot/effect.js'
import type { Snapshot } from '../snapshot/snapshot.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import type { ReconnectAttempt } from './reconnect.js'

/** What happens to a stream besides its events, and what listeners of it are told. */
interface StreamHappenings {
  event: ParsedResponseStreamEvent
  'text.replaced': TextReplacement
  'snapshot.reset': Snapshot | undefined
  diagnostic: Diagnostic
  reconnect: ReconnectAttempt
  /** Not of an `error` event, which is an `event`: of the failure of the stream. */
  error: unknown
  end: undefined
}

type EventTable = {
  [E in ParsedResponseStreamEvent as E['type'] extends keyof StreamHappenings ? never : E['type']]: E
}

/** Each name that can be listened for, with what the listener is called with. */
export type StreamListeners = StreamHappenings & EventTable

export type ListenerName = keyof StreamListeners

/** The names that are not types of events. An event of the wire whose type is one of them is an `event` only. */
export const happenings: ReadonlySet<string> = new Set<keyof StreamHappenings>([
  'event',
  'text.replaced',
  'snapshot.reset',
  'diagnostic',
  'reconnect',
  'error',
  'end',
])
