import type { ResponseCreateParams } from '../../events/params.js'
import type { CreateResult } from '../../store/response-records.js'
import type { StoredItem } from '../../store/response-record.js'
import type { Principal } from '../authenticate.js'
import type { Exchange } from '../core.js'
import { directStream } from '../direct-stream.js'
import { eventStreamHeaders } from '../event-stream.js'
import { newId } from '../ids.js'
import { jsonResponse } from '../json-response.js'
import { responseShell } from '../response-shell.js'
import { nowhere } from '../run/event-sink.js'
import { unixNow } from '../run/terminal-response.js'
import { withoutCredentials } from '../without-credentials.js'
import { startBackground } from './background-run.js'
import { whenAborted } from './client-gone.js'
import { leave, startDirect, startShared } from './foreground-run.js'
import { echoKey, idempotencyOf } from './idempotency.js'
import { joinRun, sawOutput } from './join-run.js'
import { readLog } from './read-log.js'
import { resultOf, startOf } from './run-end.js'
import type { RunJob } from './run-job.js'
import { storedInput } from './stored-input.js'

/** A request that may run. */
export interface Order {
  principal: Principal
  /** As it was sent. */
  asked: ResponseCreateParams
  /** As it runs. */
  params: ResponseCreateParams
  history: readonly StoredItem[]
  previousState?: Record<string, unknown> | undefined
}

type Created = Extract<CreateResult, { outcome: 'created' }>

/** `POST /responses` with `store: true`: the response is stored before anything is answered. */
export async function createStored(exchange: Exchange, order: Order): Promise<Response> {
  const { store, live, lease } = exchange
  const { params, principal } = order
  const shell = responseShell(newId('resp'), params, unixNow())
  const background = params.background === true
  const idempotency = await idempotencyOf(exchange.request, order.asked)
  live.requireOpen()
  const result = await store.records.create(
    {
      id: shell.id,
      owner: principal.owner,
      request: withoutCredentials(params),
      input: storedInput(params.input),
      response: shell,
      background,
      stream: params.stream === true,
      ...(params.previous_response_id && { parentId: params.previous_response_id }),
      ...(lease !== undefined && { lease }),
    },
    { log: background || idempotency !== undefined, ...(idempotency && { idempotency }) },
  )
  if (result.outcome !== 'created') return echoKey(await joinRun(exchange, result), idempotency)
  await admit(exchange, order, shell.id)
  const { request, requestId, answerHeaders } = exchange
  const headers = { requestHeaders: request.headers, ...(!background && { responseHeaders: answerHeaders }) }
  const job: RunJob = { ...order, record: result.record, shell, requestId, headers }
  if (background) return echoKey(await answerBackground(exchange, job, result), idempotency)
  if (idempotency !== undefined) return echoKey(await answerShared(exchange, job, result), idempotency)
  return answerDirect(exchange, job)
}

/** What is refused leaves nothing behind, so that it can be asked again. */
async function admit({ options, store, live }: Exchange, order: Order, id: string): Promise<void> {
  try {
    await options.admit?.(order.principal.owner, order.params)
    live.requireOpen()
  } catch (error) {
    await store.delete(id, { releaseKey: true })
    throw error
  }
}

async function answerBackground(exchange: Exchange, job: RunJob, { record }: Created): Promise<Response> {
  await startBackground(exchange, job)
  if (record.stream) return readLog(exchange, record, { after: -1 })
  // Where it may have come to meanwhile is for who asks next.
  return jsonResponse(record.response)
}

async function answerShared(exchange: Exchange, job: RunJob, { record }: Created): Promise<Response> {
  const live = startShared(exchange, job)
  const { audience, finished } = live
  const leaveRun = audience.join()
  if (!record.stream) {
    whenAborted(exchange.request.signal, finished, () => leaveRun(false))
    return jsonResponse(await resultOf(exchange.store, live))
  }
  let opened = false
  whenAborted(exchange.request.signal, finished, () => {
    if (!opened) leaveRun(false)
  })
  await startOf(live)
  opened = true
  return readLog(exchange, record, { after: -1, onEnd: (cursor) => leaveRun(sawOutput(cursor)) })
}

async function answerDirect(exchange: Exchange, job: RunJob): Promise<Response> {
  const { request } = exchange
  if (job.params.stream !== true) {
    const live = startDirect(exchange, job, nowhere)
    whenAborted(request.signal, live.run.result, () => leave(exchange, live.run))
    return jsonResponse(await resultOf(exchange.store, live))
  }
  const events = directStream(exchange.options, job.params, {
    onGone: () => leave(exchange, live.run),
    onKeepalive: () => live.run.keepalive(),
  })
  const live = startDirect(exchange, job, events)
  whenAborted(request.signal, live.run.result, () => leave(exchange, live.run))
  await startOf(live)
  return new Response(events.readable, { headers: eventStreamHeaders })
}
