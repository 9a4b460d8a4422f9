import { isCatalogued } from './catalogue.js'
import { detailsOf } from './details.js'
import type { Annotation } from './items/content.js'
import type { ResponseStreamEvent } from './union.js'
import type { UnknownEvent } from './unknown.js'

/** An event whose `delta` is a piece of a string: text, reasoning, arguments, code, a diff, audio. */
export type ResponseDeltaEvent = Extract<ResponseStreamEvent, { delta: string }>

/** Whether `event.delta` is a piece of a string. Output of a shell call comes in pieces too, but of two strings. */
export function isDeltaEvent(event: { type: string }): event is ResponseDeltaEvent {
  return detailsOf(event.type)?.delta !== undefined
}

/** Whether the catalogue knows the event's type. Useful where an `if` has to come before a `switch`. */
export function isKnownEvent(event: ResponseStreamEvent | UnknownEvent): event is ResponseStreamEvent {
  return isCatalogued(event.type)
}

/** Whether a value has the form of an annotation. Kinds that are not in the type yet pass too. */
export function isAnnotation(value: unknown): value is Annotation {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
