import type { EventOfType, ResponseStreamEventType } from './union.js'

/**
 * What an event means to the stream: `lifecycle` and `terminal` events carry the response, `output`
 * events a piece of it, and nothing of the response comes after a terminal one. What else is sent,
 * such as rate limits, is of the `stream` alone.
 */
export type EventRole = 'lifecycle' | 'terminal' | 'error' | 'output' | 'keepalive' | 'stream'

/** Names that end a stream: the terminal events and their aliases. */
export type TerminalEventType =
  | 'response.completed'
  | 'response.failed'
  | 'response.incomplete'
  | 'response.cancelled'
  | 'response.done'

/** The role that fits the interface of an event: this is what the compiler holds the catalogue to. */
export type CheckedRole<Type extends ResponseStreamEventType> = Type extends TerminalEventType
  ? 'terminal'
  : Type extends 'error' | 'response.error'
    ? 'error'
    : Type extends 'keepalive'
      ? 'keepalive'
      : RoleOfFields<EventOfType<Type>>

type RoleOfFields<Event> = Event extends { output_index: number }
  ? 'output'
  : Event extends { response: object }
    ? 'lifecycle'
    : 'stream'
