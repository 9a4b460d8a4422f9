import { canonicalType, isAlias, terminalTypeOf } from './aliases.js'
import { entryOf, roleOf } from './catalogue.js'
import type { EventRole } from './event-role.js'
import type { ParseOptions } from './parse-rule.js'
import type { ResponseStreamEvent } from './union.js'
import type { UnknownEvent } from './unknown.js'

type WireObject = Record<string, unknown>
type IdentifiedEvent = ResponseStreamEvent | UnknownEvent

/**
 * Gives an object of the wire its type; `name` is what the `event:` line said. Repairs add fields to
 * the object itself, so copy it first if it belongs to somebody else.
 */
export function identifyEvent(
  value: WireObject,
  name: string | undefined,
  options: ParseOptions,
): IdentifiedEvent {
  const { type } = value
  if (typeof type !== 'string' || type === '') return identifyUntyped(value, name, options)
  const { onNotice } = options
  const entry = entryOf(type)
  const role = entry?.role
  // The text that JSON.parse made is this event's own, and every look-up would hash and compare it.
  if (entry !== undefined) value.type = entry.type
  if (role === undefined && name === 'error' && typeof value.message === 'string')
    return wrapError(value, type, options)
  if (name !== undefined && name !== type) {
    onNotice?.(
      'event-name-mismatch',
      `The event line says ${name}, the JSON says ${type}; the JSON counts.`,
      value,
    )
  }
  if (role === undefined) {
    onNotice?.('unknown-event', `Events of type ${type} are not known; passed on as they are.`, value)
    return asEvent(value)
  }
  if (isAlias(type)) {
    onNotice?.(
      'vendor-alias',
      `${type} was read as ${canonicalType({ type, response: value.response })}.`,
      value,
    )
  }
  if (carriesResponse(role) && value.response === undefined && value.object === 'response') {
    return wrapResponse(value, type, options)
  }
  if (role === 'error') flattenError(value)
  return asEvent(value)
}

function identifyUntyped(
  value: WireObject,
  name: string | undefined,
  options: ParseOptions,
): IdentifiedEvent {
  const role = name === undefined ? undefined : roleOf({ type: name })
  if (value.object === 'response') {
    const type = carriesResponse(role) ? name : terminalTypeOf(value)
    return wrapResponse(value, type ?? 'response.in_progress', options)
  }
  const hasError = isObject(value.error) || typeof value.error === 'string'
  if (hasError && (role === undefined || name === 'error')) {
    options.onNotice?.('error-unwrapped', 'An error came without a type.', value)
    return identifyEvent(Object.assign(value, { type: 'error' }), undefined, options)
  }
  // An event stream gives the name `message` to events without one.
  const type = name || 'message'
  options.onNotice?.('type-missing', `An event came without a type; it was read as ${type}.`, value)
  return identifyEvent(Object.assign(value, { type }), undefined, options)
}

function carriesResponse(role: EventRole | undefined): boolean {
  return role === 'lifecycle' || role === 'terminal'
}

function wrapResponse(response: WireObject, type: string, { onNotice }: ParseOptions): IdentifiedEvent {
  const event = { type, response, ...sequenceNumberOf(response) }
  onNotice?.('response-unwrapped', `${type} has no "response": the bare Response was wrapped.`, event)
  return asEvent(event)
}

/** An error body whose `type` is the kind of error: under an `error` event line it cannot be the event's type. */
function wrapError(error: WireObject, kind: string, { onNotice }: ParseOptions): IdentifiedEvent {
  const event = { type: 'error', error, ...sequenceNumberOf(error) }
  flattenError(event)
  onNotice?.('error-unwrapped', `The bare ${kind} was wrapped as "error" of an error event.`, event)
  return asEvent(event)
}

function sequenceNumberOf({ sequence_number }: WireObject): { sequence_number?: number } {
  return typeof sequence_number === 'number' ? { sequence_number } : {}
}

/** Adds the documented fields to an error that came nested, as first-party servers send it. */
function flattenError(event: WireObject): void {
  const error = typeof event.error === 'string' ? { message: event.error } : event.error
  if (!isObject(error)) return
  event.code ??= error.code ?? null
  event.message ??= error.message ?? ''
  event.param ??= error.param ?? null
}

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The one place where the wire is believed: what an event of a known type looks like is not checked. */
function asEvent(value: WireObject): IdentifiedEvent {
  return value as IdentifiedEvent
}
