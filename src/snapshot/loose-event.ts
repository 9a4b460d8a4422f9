import type { ResponseStreamEvent } from '../events/union.js'

type FieldOf<Event> = Event extends unknown ? keyof Event : never

/**
 * An event as it may really come: any field may be missing, null, or of another type than the
 * reference says. Every catalogued event is assignable to it, and a reducer can only ask for fields
 * that some event has.
 */
export type LooseEvent = { readonly [Field in FieldOf<ResponseStreamEvent>]?: unknown }
