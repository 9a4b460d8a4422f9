import type { ResponseCreateParams } from '../events/params.js'
import { principalOf, type Principal } from './authenticate.js'
import { createEventStream, eventStreamHeaders, type EventStream } from './event-stream.js'
import { runHooks } from './hooks.js'
import { HTTPError } from './http-error.js'
import { newId } from './ids.js'
import { jsonResponse } from './json-response.js'
import type { LiveRuns } from './live-runs.js'
import type { ResolvedOptions } from './options.js'
import { readJSON } from './read-body.js'
import { responseShell } from './response-shell.js'
import { nowhere, type EventSink } from './run/event-sink.js'
import { startRun, type Run } from './run/run.js'
import { unixNow } from './run/terminal-response.js'
import { checkCreate, checkFields } from './validation/validate-create.js'

/** A request on its way through the server. */
export interface Exchange {
  request: Request
  requestId: string
  options: ResolvedOptions
  live: LiveRuns
}

/** `POST /responses`: the answer, or the `HTTPError` that refuses it. */
export async function createResponse(exchange: Exchange): Promise<Response> {
  const { request, options, live } = exchange
  live.requireOpen()
  const principal = await principalOf(request, options.authenticate)
  const params = await paramsOf(request, principal, options)
  await options.admit?.(principal.owner, params)
  live.requireOpen()
  return params.stream === true ? stream(exchange, principal, params) : whole(exchange, principal, params)
}

async function paramsOf(
  request: Request,
  principal: Principal,
  options: ResolvedOptions,
): Promise<ResponseCreateParams> {
  const asked = checkFields(await readJSON(request, options.bodyLimit))
  if (options.prepare === undefined) return checkCreate(asked, options)
  // What runs is what `prepare` returns, so only that has to be complete.
  const prepared = await options.prepare(asked, principal)
  return checkCreate(checkFields({ stream: asked.stream, ...prepared }), options)
}

async function whole(
  exchange: Exchange,
  principal: Principal,
  params: ResponseCreateParams,
): Promise<Response> {
  const run = start(exchange, principal, params, nowhere)
  return jsonResponse(await run.result)
}

async function stream(
  exchange: Exchange,
  principal: Principal,
  params: ResponseCreateParams,
): Promise<Response> {
  const { options } = exchange
  const padding = params.stream_options?.include_obfuscation ?? options.obfuscation
  const events: EventStream = createEventStream({
    ...options,
    obfuscate: padding && options.backend.verbatim !== true,
    onGone: () => run.stop(gone(), { status: 'cancelled' }),
    onKeepalive: () => run.keepalive(),
  })
  const run = start(exchange, principal, params, events)
  await run.started
  return new Response(events.readable, { headers: eventStreamHeaders })
}

function start(exchange: Exchange, principal: Principal, params: ResponseCreateParams, sink: EventSink): Run {
  const { request, requestId, options, live } = exchange
  const shell = responseShell(newId('resp'), params, unixNow())
  const run = startRun({
    backend: options.backend,
    params,
    shell,
    principal,
    requestId,
    sink,
    hooks: runHooks(options.hooks, { responseId: shell.id, requestId, owner: principal.owner, params }),
    openAfter: params.stream === true ? options.openAfter : undefined,
  })
  live.add(run)
  stopWith(request.signal, run)
  return run
}

/** Runtimes tell that a client has left by the request's signal, by cancelling the body, or by neither. */
function stopWith(signal: AbortSignal, run: Run): void {
  const stop = (): void => run.stop(gone(), { status: 'cancelled' })
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  const forget = (): void => signal.removeEventListener('abort', stop)
  run.result.then(forget, forget)
}

function gone(): HTTPError {
  return new HTTPError({
    status: 499,
    message: 'The client closed the request.',
    code: 'client_closed_request',
  })
}
