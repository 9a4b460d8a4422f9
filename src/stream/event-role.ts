import type { APIErrorBody } from '../errors/api-error.js'
import { catalogue } from '../events/catalogue.js'
import type { StreamEvent } from './event-feed.js'

/** What an event means to the stream itself, whatever it tells of the response. */
export type EventRole = 'lifecycle' | 'terminal' | 'error' | 'keepalive'

/** A `Map`, for a type may be any string; types that only concern the output are not in it. */
const roles = new Map<string, EventRole>(
  Object.entries(catalogue).flatMap(([type, { scope, terminal }]): [string, EventRole][] => {
    if (terminal) return [[type, 'terminal']]
    return scope === 'response' ? [[type, 'lifecycle']] : []
  }),
)
roles.set('error', 'error')
roles.set('response.error', 'error')
roles.set('keepalive', 'keepalive')

export function roleOf(event: StreamEvent): EventRole | undefined {
  return roles.get(event.type)
}

/**
 * The error object in an `error` event: the nested one as it was sent, or the flat fields. The
 * event's own `type` is never taken for the error's.
 */
export function errorBodyOf(event: StreamEvent): { body: APIErrorBody; status: number | undefined } {
  const { type: _type, sequence_number: _number, error, ...flat }: Record<string, unknown> = { ...event }
  const status = [flat.status_code, flat.status].find((value) => typeof value === 'number')
  const body: APIErrorBody = typeof error === 'object' && error !== null ? { ...error } : flat
  return { body, status }
}
