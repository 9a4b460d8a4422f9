import type { ResponseCreateParams } from '../events/params.js'
import { principalOf, type Principal } from './authenticate.js'
import type { Exchange } from './core.js'
import { directStream } from './direct-stream.js'
import { eventStreamHeaders } from './event-stream.js'
import { runHooks } from './hooks.js'
import { newId } from './ids.js'
import { jsonResponse } from './json-response.js'
import type { ResolvedOptions } from './options.js'
import { readJSON } from './read-body.js'
import { responseShell } from './response-shell.js'
import { nowhere, type EventSink } from './run/event-sink.js'
import { startRun, type Run } from './run/run.js'
import { unixNow } from './run/terminal-response.js'
import { clientGone, whenAborted } from './stored/client-gone.js'
import { createStored, type Order } from './stored/create-stored.js'
import { earlierTurns } from './stored/earlier-turns.js'
import { traceOf } from './trace-context.js'
import { checkCreate, checkFields } from './validation/validate-create.js'

/** `POST /responses`: the answer, or the `HTTPError` that refuses it. */
export async function createResponse(exchange: Exchange): Promise<Response> {
  const { request, options, live, store } = exchange
  live.requireOpen()
  const principal = await principalOf(request, options.authenticate)
  const asked = checkFields(await readJSON(request, options.bodyLimit))
  const params = await paramsOf(asked, principal, options)
  const earlier = await earlierTurns(store, principal.owner, params)
  const order: Order = { principal, asked, params, ...earlier }
  if (isStored(params, options)) return createStored(exchange, order)
  await options.admit?.(principal.owner, params)
  live.requireOpen()
  return params.stream === true ? stream(exchange, order) : whole(exchange, order)
}

async function paramsOf(
  asked: ResponseCreateParams,
  principal: Principal,
  options: ResolvedOptions,
): Promise<ResponseCreateParams> {
  if (options.prepare === undefined) return checkCreate(asked, options)
  // What runs is what `prepare` returns, so only that has to be complete.
  const prepared = await options.prepare(asked, principal)
  return checkCreate(checkFields({ stream: asked.stream, ...prepared }), options)
}

/**
 * A background run is, for as long as it needs: it could not be fetched otherwise. What a verbatim backend
 * sends has ids of its own, under which nothing would be found.
 */
function isStored({ store, background }: ResponseCreateParams, { backend }: ResolvedOptions): boolean {
  return background === true || (store !== false && backend.verbatim !== true)
}

async function whole(exchange: Exchange, order: Order): Promise<Response> {
  return jsonResponse(await start(exchange, order, nowhere).result)
}

async function stream(exchange: Exchange, order: Order): Promise<Response> {
  const events = directStream(exchange.options, order.params, {
    onGone: () => run.stop(clientGone(), { status: 'cancelled' }),
    onKeepalive: () => run.keepalive(),
  })
  const run = start(exchange, order, events)
  await run.started
  return new Response(events.readable, { headers: eventStreamHeaders })
}

/** A run that leaves nothing behind. */
function start(
  { request, requestId, answerHeaders, options, live }: Exchange,
  order: Order,
  sink: EventSink,
): Run {
  const { params, principal, history, previousState } = order
  const trace = traceOf(request.headers)
  const shell = responseShell(newId('resp'), params, unixNow())
  const run = startRun({
    backend: options.backend,
    params,
    history,
    shell,
    principal,
    requestId,
    sink,
    hooks: runHooks(options.hooks, {
      responseId: shell.id,
      requestId,
      owner: principal.owner,
      params,
      ...(trace && { trace }),
    }),
    context: { requestHeaders: request.headers, responseHeaders: answerHeaders, previousState },
    openAfter: params.stream === true ? options.openAfter : undefined,
  })
  live.add({ id: shell.id, run, finished: run.result })
  whenAborted(request.signal, run.result, () => run.stop(clientGone(), { status: 'cancelled' }))
  return run
}
