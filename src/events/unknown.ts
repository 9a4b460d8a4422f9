import type { EventFields } from './event-fields.js'

/**
 * The type of an event that is not in the catalogue. At run time it is the string that was sent.
 *
 * An ambient enum, because nothing else keeps both properties: with `string`, `string & {}` or a
 * branded string, comparing `event.type` with a literal no longer narrows the union.
 */
export declare enum UnknownEventType {
  Unlisted = '',
}

/**
 * An event that this package does not know, exactly as it was sent. A `switch` over `event.type`
 * ends here in its `default:`; assign `event.type` to a `string` to look at it.
 *
 * @example
 * default: {
 *   const type: string = event.type
 *   console.log('skipped', type, event.sequence_number)
 * }
 */
export interface UnknownEvent extends EventFields {
  type: UnknownEventType
  [field: string]: unknown
}
