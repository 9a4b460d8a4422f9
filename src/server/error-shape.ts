import type { RunEvent } from './run/run-event.js'

/** `nested` as the API sends `error` events, `flat` as it documents them. */
export type ErrorShape = 'nested' | 'flat'

/** Inside a run an `error` event has both forms; on the wire it has one. */
export function inErrorShape(event: RunEvent, shape: ErrorShape): RunEvent | { type: 'error' } {
  if (event.type !== 'error' || event.error === undefined) return event
  const { sequence_number, error, ...flat } = event
  return shape === 'flat'
    ? { ...flat, sequence_number }
    : { type: 'error', ...(sequence_number !== undefined && { sequence_number }), error }
}
