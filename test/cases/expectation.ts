import { response } from '../../src/testing/index.js'
import { edited, expandEvents, type ExpandedWire } from './expand.js'
import type { ErrorExpectation, StreamExpectation, StreamVariant } from './format.js'
import type { StreamRun } from './run-stream.js'
import { items } from './words.js'

/** The parts of a run that a case speaks about, in one value to compare. */
export interface Comparable {
  events: unknown[]
  outcome: unknown
  required: unknown
  snapshot: unknown
  diagnostics: string[]
  elapsed?: number
  cursor?: number | undefined
}

export function expected(
  variant: StreamVariant,
  wire: ExpandedWire,
  expectation: StreamExpectation,
): Comparable {
  const { outcome } = expectation
  const snapshot = expectedSnapshot(expectation)
  return {
    events: expectedEvents(variant, wire, expectation),
    outcome: typeof outcome === 'string' ? { response: snapshot } : { error: outcome },
    required: typeof outcome === 'string' ? requirements[outcome] : 'the same error',
    snapshot,
    diagnostics: [...(expectation.diagnostics ?? [])].sort(),
    ...('elapsed' in expectation && { elapsed: expectation.elapsed }),
    ...('cursor' in expectation && { cursor: expectation.cursor }),
  }
}

const requirements = {
  completed: 'resolved',
  failed: 'ResponseFailedError',
  incomplete: 'ResponseIncompleteError',
}

function expectedEvents(
  variant: StreamVariant,
  wire: ExpandedWire,
  expectation: StreamExpectation,
): unknown[] {
  const all = expectation.events === undefined ? wire.events : expandEvents(expectation.events, variant)
  return edited(all, expectation.event_edits).slice(0, expectation.delivered)
}

function expectedSnapshot(expectation: StreamExpectation): unknown {
  if (expectation.snapshot === null) return undefined
  const { outcome, output = [], text, response: fields } = expectation
  const status = typeof outcome === 'string' ? outcome : 'in_progress'
  return { ...response(status, items(output)), output_text: text, ...fields }
}

/** Of an error only the fields that the expectation names, so that the two can be compared as wholes. */
export function actual(run: StreamRun, expectation: StreamExpectation): Comparable {
  const { outcome } = expectation
  return {
    events: run.events,
    outcome:
      run.failure === undefined
        ? { response: settled(run.final) }
        : { error: describe(run.failure, outcome) },
    required: run.failure === undefined ? nameOf(run.required) : sameError(run),
    snapshot: run.failure === undefined ? run.snapshot : snapshotOf(run),
    diagnostics: run.diagnostics,
    ...('elapsed' in expectation && { elapsed: run.elapsed }),
    ...('cursor' in expectation && { cursor: run.cursor }),
  }
}

function settled(result: PromiseSettledResult<unknown>): unknown {
  return result.status === 'fulfilled' ? result.value : result
}

function nameOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === 'fulfilled' ? 'resolved' : (result.reason as Error).name
}

function sameError({ failure, final, done, required }: StreamRun): unknown {
  const same = [final, done, required].every(
    (result) => result.status === 'rejected' && result.reason === failure,
  )
  return same ? 'the same error' : { failure, final, done, required }
}

/** A failed stream must carry on its error what the stream itself still shows. */
function snapshotOf({ failure, snapshot }: StreamRun): unknown {
  const carried = (failure as { snapshot?: unknown }).snapshot
  return JSON.stringify(carried) === JSON.stringify(snapshot) ? snapshot : { carried, snapshot }
}

const readers: Record<keyof ErrorExpectation, (error: ErrorFields) => unknown> = {
  error: (error) => error.name,
  code: (error) => error.code,
  rule: (error) => error.rule,
  timer: (error) => error.timer,
  message: (error) => error.message,
  retryable: (error) => error.retryable,
  retry_after: (error) => error.retryAfter,
  response_id: (error) => error.responseId,
  sequence_number: (error) => error.sequenceNumber,
  status: (error) => error.status,
  type: (error) => error.type,
  param: (error) => error.param,
  request_id: (error) => error.requestID,
  cause: (error) => error.cause,
  cause_code: (error) => (error.cause as { cause?: { code?: unknown } } | undefined)?.cause?.code,
  fields: (error) => error.error,
}

interface ErrorFields extends Error {
  code?: unknown
  rule?: unknown
  timer?: unknown
  retryable?: unknown
  retryAfter?: unknown
  responseId?: unknown
  sequenceNumber?: unknown
  status?: unknown
  type?: unknown
  param?: unknown
  requestID?: unknown
  error?: unknown
}

/**
 * The fields that the case names; one that the error lacks is null. A message is compared by
 * containment: what the case asks for, or the message itself when it lacks that.
 */
function describe(failure: unknown, wanted: StreamExpectation['outcome']): unknown {
  const error = failure as ErrorFields
  if (typeof wanted === 'string') return { error: error.name, code: error.code, message: error.message }
  const described: Record<string, unknown> = {}
  for (const key of Object.keys(wanted) as (keyof ErrorExpectation)[])
    described[key] = readers[key](error) ?? null
  if (wanted.message !== undefined && error.message.includes(wanted.message))
    described.message = wanted.message
  return described
}
