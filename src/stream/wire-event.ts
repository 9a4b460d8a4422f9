import type { WireResponse } from '../events/response.js'

/** The response as the wire had it, for events whose `response` was replaced by the accumulated one. */
const wireResponses = new WeakMap<object, WireResponse>()

export function rememberWireResponse(event: object, response: WireResponse): void {
  wireResponses.set(event, response)
}

const addedFields = ['snapshot', 'partial', 'parsed', 'parsed_arguments', 'parse_error']
/** The only types that ever gain a field; the rest pass untouched. */
const raisedTypes: ReadonlySet<unknown> = new Set([
  'response.output_text.delta',
  'response.output_text.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
])

/**
 * An event as it was on the wire: without the fields that a `ResponseStream` adds. The event itself
 * is not changed; a copy is made only where something is left out.
 */
export function wireEvent<E extends { type?: unknown }>(event: E): E {
  const response = wireResponses.get(event)
  if (response !== undefined) return { ...event, response }
  if (event.type === 'error') return withoutFlatFields(event)
  if (!raisedTypes.has(event.type)) return event
  const copy: Record<string, unknown> & E = { ...event }
  for (const field of addedFields) delete copy[field]
  return copy
}

/** A nested error gained the flat form's fields when it was parsed. */
function withoutFlatFields<E extends object>(event: E): E {
  if (!('error' in event) || typeof event.error !== 'object' || event.error === null) return event
  const nested: object = event.error
  const copy: Record<string, unknown> & E = { ...event }
  for (const field of ['code', 'message', 'param']) {
    if (copy[field] === (Reflect.get(nested, field) ?? null)) delete copy[field]
  }
  return copy
}
