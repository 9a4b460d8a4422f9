import type { ResponseOutputItem } from './items/output-item.js'
import type { EventOfType, ResponseStreamEvent, ResponseStreamEventType } from './union.js'

/** What an event is about: `command` is one command of a shell call, `summary` one part of a reasoning summary. */
export type EventScope = 'stream' | 'item' | 'part' | 'summary' | 'command'

/** The `type` of an output item. */
export type OutputItemType = ResponseOutputItem['type']

/** The types that have details: all that tell of the output, and all deltas. */
export type DetailedEventType = Extract<
  ResponseStreamEvent,
  { output_index: number } | { delta: string }
>['type']

/** What is known of the events of one type. */
export interface EventDetails {
  readonly scope: EventScope
  /** The type of item the event belongs to, where there is only one. */
  readonly item?: OutputItemType
  /** The status that the event gives its item. */
  readonly status?: string
  /** The string that `event.delta` continues. The event that closes it has the same name under `done`. */
  readonly delta?: string
  /** The field of the event that holds the whole string. */
  readonly done?: string
}

/** A row that fits the interface of its event: this is what the compiler holds the table to. */
export type CheckedDetails<Type extends ResponseStreamEventType> = ItemColumns & {
  scope: ScopeOf<EventOfType<Type>>
  delta?: EventOfType<Type> extends { delta: string } ? string : never
  done?: StringFieldOf<EventOfType<Type>>
}

/** Read off the indexes of the interface, so that a row cannot contradict it. */
type ScopeOf<Event> = Event extends { command_index: number }
  ? 'command'
  : Event extends { summary_index: number }
    ? 'summary'
    : Event extends { content_index: number }
      ? 'part'
      : Event extends { output_index: number }
        ? 'item'
        : 'stream'

type StringFieldOf<Event> = {
  [Field in keyof Event]-?: NonNullable<Event[Field]> extends string ? Field : never
}[keyof Event]

/** An item type, and only a status which such an item can have. */
type ItemColumns =
  | { item?: never; status?: never }
  | {
      [Type in OutputItemType]: { item: Type; status?: StatusOf<Extract<ResponseOutputItem, { type: Type }>> }
    }[OutputItemType]

type StatusOf<Item> = Item extends { status?: infer Status } ? Status : never
