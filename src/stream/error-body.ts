import type { APIErrorBody } from '../errors/api-error.js'
import type { StreamEvent } from './event-feed.js'

/** The error in a JSON body: `{ error: { … } }`, `{ error: "…" }`, the same in a list, or the bare error object. */
export function errorBodyOf(value: unknown): APIErrorBody | undefined {
  if (Array.isArray(value)) return errorBodyOf(value[0])
  if (!isObject(value)) return undefined
  const { error } = value
  if (typeof error === 'string') return { ...value, message: error }
  return isObject(error) ? error : value
}

/** Whether a 2xx body says that something failed. A failed response has an `error` too, and is an answer. */
export function isErrorAnswer(value: unknown): boolean {
  return isObject(value) && Boolean(value.error) && value.object === undefined
}

/**
 * The error object in an `error` event: the nested one as it was sent, or the flat fields. The
 * event's own `type` is never taken for the error's.
 */
export function errorOfEvent(event: StreamEvent): { body: APIErrorBody; status: number | undefined } {
  const { type: _type, sequence_number: _number, error, ...flat }: Record<string, unknown> = { ...event }
  const status = [flat.status_code, flat.status].find((value) => typeof value === 'number')
  return { body: isObject(error) ? { ...error } : flat, status }
}

function isObject(value: unknown): value is APIErrorBody {
  return typeof value === 'object' && value !== null
}
