import { isFinalStatus } from '../../store/final-status.js'
import type { ResponseRecord } from '../../store/response-record.js'
import type { CreateResult } from '../../store/response-records.js'
import type { Exchange } from '../core.js'
import { HTTPError } from '../http-error.js'
import { jsonResponse } from '../json-response.js'
import { whenAborted } from './client-gone.js'
import { resultOf } from './run-end.js'
import { notFound } from './find-response.js'
import { keyConflict } from './idempotency.js'
import { readLog } from './read-log.js'
import { responseNow } from './response-now.js'

/** Answers a request that came before: with the run that it started then. */
export async function joinRun(
  exchange: Exchange,
  found: Exclude<CreateResult, { outcome: 'created' }>,
): Promise<Response> {
  if (found.outcome === 'conflict') throw keyConflict()
  const { record } = found
  if (record === undefined) throw notFound(found.id)
  if (record.stream) return joinStream(exchange, record)
  if (record.background) return jsonResponse(await responseNow(exchange, record))
  return jsonResponse(await endOf(exchange, record))
}

async function joinStream(exchange: Exchange, record: ResponseRecord): Promise<Response> {
  const live = exchange.live.get(record.id)
  const leave = live?.audience?.join()
  const onEnd = (cursor: number): void => leave?.(sawOutput(cursor))
  try {
    await live?.run.started
    return await readLog(exchange, record, { after: -1, onEnd })
  } catch (error) {
    leave?.(false)
    throw error
  }
}

/** Whether this is beyond the events that open every stream. */
export function sawOutput(cursor: number): boolean {
  return cursor > 1
}

/** The response once it has ended. */
async function endOf(exchange: Exchange, record: ResponseRecord): Promise<unknown> {
  if (isFinalStatus(record.response.status)) return record.response
  const { request, live, store } = exchange
  const own = live.get(record.id)
  if (own !== undefined) {
    const leave = own.audience?.join()
    whenAborted(request.signal, own.finished, () => leave?.(false))
    return resultOf(store, own)
  }
  // Another process is at work on it, or had been: then its end is near too.
  for await (const _ of store.logs.follow(record.id, -1, { signal: request.signal }));
  const ended = await store.records.read(record.id)
  if (ended !== undefined && isFinalStatus(ended.response.status)) return ended.response
  throw new HTTPError({
    status: 503,
    message: 'The request with this key was not answered. Send it again.',
    code: 'run_lost',
  })
}
