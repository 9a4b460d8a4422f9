import { APIError } from '../errors/api-error.js'
import type { StreamEvent } from './event-feed.js'
import { hideRequest } from './hide-request.js'
import { linkAbort } from './link-abort.js'
import { publicError } from './public-error.js'
import { sseFrom, type ToSSEOptions } from './to-sse.js'

/** Options of {@link toResponse}. */
export interface ToResponseOptions extends Pick<ToSSEOptions, 'eventLine' | 'heartbeat'> {
  /** The browser's request: when its signal fires, the browser has gone. */
  request?: Request | undefined
  /**
   * Which fields of the request the embedded responses may show: `true` for all, or their names
   * (`['metadata']`). Default none: the browser must not receive the system prompt.
   */
  expose?: boolean | readonly string[]
  /** When the browser goes: leave the stream, which aborts a foreground request (default), or read it to its end. */
  onDisconnect?: 'abort' | 'continue'
  /** More headers for the answer. */
  headers?: Record<string, string>
}

const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * A fetch `Response` that forwards a stream to a browser, which reads it with
 * `ResponseStream.from(response)`. Waits for the first event, so that a request that was refused is
 * answered with its own status (a 429 stays a 429, `retry-after` included) instead of a 200.
 *
 * The answer is made of events alone: none of the upstream's headers but `x-request-id` and
 * `retry-after` of errors go on, and the request's fields are taken out of the embedded responses
 * (`instructions`, `tools`, `metadata`, …) unless exposed.
 *
 * @example
 * export const POST = async (request: Request) => {
 *   const { input } = await request.json()
 *   return toResponse(client.responses.stream({ model, instructions, input }), { request })
 * }
 */
export async function toResponse(
  stream: AsyncIterable<StreamEvent>,
  options: ToResponseOptions = {},
): Promise<Response> {
  const { request, expose = false, onDisconnect = 'abort' } = options
  const events = stream[Symbol.asyncIterator]()
  const leave = (): void => void (onDisconnect === 'continue' ? drain(events) : events.return?.())
  // Where a browser's going is told by the request alone, the reader of the bytes never says so.
  const unlink = linkAbort(request?.signal, leave)
  let first: IteratorResult<StreamEvent>
  try {
    first = await events.next()
  } catch (error) {
    unlink()
    return errorResponse(error)
  }
  const rest = goOn(first, events, unlink)
  const body = sseFrom(rest, {
    eventLine: options.eventLine ?? true,
    heartbeat: options.heartbeat ?? 15_000,
    map: (event) => hideRequest(event, expose),
    onCancel: leave,
  })
  return new Response(body, { status: 200, headers: { ...options.headers, ...sseHeaders } })
}

async function* goOn(
  first: IteratorResult<StreamEvent>,
  events: AsyncIterator<StreamEvent>,
  ended: () => void,
): AsyncGenerator<StreamEvent> {
  try {
    for (let result = first; !result.done; result = await events.next()) yield result.value
  } finally {
    ended()
  }
}

/** Reads the rest for nobody, so that a run that must not stop goes on; its outcome is the stream's to report. */
async function drain(events: AsyncIterator<StreamEvent>): Promise<void> {
  try {
    while (!(await events.next()).done);
  } catch {
    // Told by the stream itself, to its observers.
  }
}

function errorResponse(error: unknown): Response {
  const api = APIError.isInstance(error) ? error : undefined
  const status = api?.status !== undefined && api.status >= 400 ? api.status : 502
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of ['retry-after', 'x-request-id']) {
    const value = api?.headers?.get(name)
    if (value) headers.set(name, value)
  }
  return new Response(JSON.stringify({ error: publicError(error) }), { status, headers })
}
