import { type APIError, apiErrorFromEvent } from '../errors/api-error.js'
import { APIUserAbortError } from '../errors/connection-error.js'
import { attachStreamContext, MillraceError, type StreamContext } from '../errors/millrace-error.js'
import { type StreamIdleError, StreamTruncatedError } from '../errors/stream-error.js'
import type { EventFeed, StreamEvent } from './event-feed.js'
import { type EventRole, errorBodyOf, roleOf } from './event-role.js'
import { createMetrics, type StreamMetrics } from './metrics.js'
import { readError } from './read-error.js'
import { createWatchdog, type TimeoutOptions, type Watchdog } from './watchdog.js'

/** How long a terminal event may follow an `error` event before the error is the outcome, in ms. */
const errorGrace = 250
/** How long a finished stream waits for its body to end before the connection is given up, in ms. */
const linger = 100

export interface Loss {
  error: unknown
  /** There was an answer, and its body broke off; otherwise the request itself failed. */
  opened: boolean
  signal: AbortSignal
}

export interface PipelineOptions<E extends StreamEvent> {
  /** Sends the request and opens its body. */
  open: (signal: AbortSignal) => Promise<EventFeed>
  /** Gets a lost stream going again, or rejects with what ends it. Without it every loss ends the stream. */
  recover?: ((loss: Loss) => Promise<EventFeed>) | undefined
  signal?: AbortSignal | undefined
  timeout?: TimeoutOptions | undefined
  /**
   * Sees each event as it is delivered and returns what the reader gets, if anything. What it throws is
   * the stream's failure.
   */
  accept: (event: StreamEvent) => E | undefined
  /** Sees what came after the terminal event; it changes nothing any more. */
  late: (event: StreamEvent) => void
  ended: () => void
  failed: (error: unknown) => void
  context: () => StreamContext
}

export interface Pipeline<E extends StreamEvent> {
  readonly controller: AbortController
  readonly metrics: StreamMetrics
  /** The next event if it has already arrived. */
  take(): E | undefined
  /** The next event; undefined after the terminal one. Rejects with the stream's one error. */
  next(): Promise<E | undefined>
  /** Ends the stream with an error, unless it has ended. */
  fail(error: unknown): void
  abort(reason?: unknown): void
}

/**
 * One stream from request to outcome, without a fold: reads on demand, watches the clocks, knows
 * the terminal event, and ends exactly once. The states are open → ended or failed, and nothing
 * leads back.
 */
export function createPipeline<E extends StreamEvent>(options: PipelineOptions<E>): Pipeline<E> {
  const { accept, signal } = options
  const controller = new AbortController()
  /** Each connection has its own, so that what hangs on a lost one goes with it. */
  let connection = new AbortController()
  const metrics = createMetrics()
  const startedAt = Date.now()
  let state: 'open' | 'ended' | 'failed' = 'open'
  let failure: unknown
  let feed: EventFeed | undefined
  let watchdog: Watchdog | undefined
  let pendingError: APIError | undefined
  let graceLeft = errorGrace
  /** Of the connections that were lost. */
  let bytesBefore = 0
  let advancing: Promise<void> | undefined
  let interrupt: ((error: unknown) => void) | undefined

  const elapsed = (): number => Date.now() - startedAt
  const onAbort = (): void => abort(signal?.reason)

  function take(): E | undefined {
    try {
      while (state === 'open' && feed !== undefined) {
        const event = feed.take()
        const delivered = event && deliver(event)
        if (event === undefined || delivered !== undefined) return delivered
      }
    } catch (error) {
      fail(error)
    }
    return undefined
  }

  function deliver(event: StreamEvent): E | undefined {
    const role = roleOf(event)
    metrics.events++
    if (role === 'keepalive') metrics.keepalives++
    else progressed(role)
    const delivered = accept(event)
    if (role === 'terminal') end()
    else if (role === 'error') pendingError ??= errorOf(event)
    return delivered
  }

  function errorOf(event: StreamEvent): APIError {
    const { body, status } = errorBodyOf(event)
    return apiErrorFromEvent(body, status, feed?.headers)
  }

  function progressed(role: EventRole | undefined): void {
    watchdog?.progressed()
    metrics.firstEvent ??= elapsed()
    if (role === undefined) metrics.firstOutput ??= elapsed()
  }

  async function next(): Promise<E | undefined> {
    for (;;) {
      const event = take()
      if (event !== undefined) return event
      if (state === 'ended') return undefined
      if (state === 'failed') throw failure
      await (advancing ??= advance())
    }
  }

  /** One step nearer to an event: opens the body, or reads a chunk of it. Never rejects. */
  async function advance(): Promise<void> {
    try {
      if (feed === undefined) use(await interruptible(options.open(connection.signal)))
      else await readChunk(feed)
    } catch (error) {
      await goOnAfter(readError(error))
    } finally {
      advancing = undefined
    }
  }

  function use(opened: EventFeed): void {
    feed = opened
    metrics.connected ??= elapsed()
    watchdog = createWatchdog(options.timeout ?? {}, startedAt, expired)
  }

  async function goOnAfter(error: unknown): Promise<void> {
    watchdog?.stop()
    if (state !== 'open' || options.recover === undefined || pendingError !== undefined) return fail(pendingError ?? error)
    const opened = feed !== undefined
    if (feed !== undefined) bytesBefore += feed.bytes
    void feed?.cancel(error)
    connection.abort(error)
    connection = new AbortController()
    try {
      use(await interruptible(options.recover({ error, opened, signal: connection.signal })))
      metrics.reconnects++
    } catch (failure) {
      fail(readError(failure))
    }
  }

  /** A wait that is too long may be followed by another connection; a stream that is too long may not. */
  function expired(error: StreamIdleError): void {
    if (error.timer === 'total') fail(error)
    else interrupt?.(error)
  }

  async function readChunk(from: EventFeed): Promise<void> {
    watchdog?.wait()
    const more = await interruptible(pendingError ? withinGrace(from.fill()) : from.fill())
    watchdog?.rest()
    metrics.bytes = bytesBefore + from.bytes
    if (!more) throw pendingError ?? truncated(from)
  }

  /** `Promise.race` with one long-lived promise would keep a reaction for every chunk. */
  function interruptible<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      interrupt = reject
      work.then(resolve, reject)
    })
  }

  function withinGrace(work: Promise<boolean>): Promise<boolean> {
    const from = Date.now()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(false), graceLeft)
      const done = (): void => {
        clearTimeout(timer)
        graceLeft = Math.max(0, graceLeft - (Date.now() - from))
      }
      work.finally(done).then(resolve, reject)
    })
  }

  function truncated(from: EventFeed): StreamTruncatedError {
    const { sequenceNumber } = options.context()
    const after = sequenceNumber === undefined ? `after ${metrics.events} events` : `after event ${sequenceNumber}`
    const how = from.sawDone ? 'said [DONE]' : metrics.events === 0 ? 'was empty: it ended' : 'ended'
    return new StreamTruncatedError(
      `The stream ${how} ${after} without a terminal event. What arrived is in error.snapshot; it is not the whole response.`,
    )
  }

  function close(): void {
    metrics.ended = elapsed()
    watchdog?.stop()
    signal?.removeEventListener('abort', onAbort)
  }

  function end(): void {
    state = 'ended'
    close()
    options.ended()
    if (feed !== undefined) void settleConnection(feed)
  }

  /** Reads at most once more, so that a body that ends here leaves its connection fit for reuse. */
  async function settleConnection(from: EventFeed): Promise<void> {
    const giveUp = setTimeout(() => void from.cancel(), linger)
    try {
      sweep(from)
      const more = await from.fill()
      sweep(from)
      if (more) await from.cancel()
    } catch {
      // After the terminal event nothing changes the outcome, a broken connection included.
    } finally {
      clearTimeout(giveUp)
    }
  }

  function sweep(from: EventFeed): void {
    for (let event = from.take(); event !== undefined; event = from.take()) options.late(event)
  }

  function fail(error: unknown): void {
    if (state !== 'open') return
    state = 'failed'
    failure = MillraceError.isInstance(error) ? attachStreamContext(error, options.context()) : error
    close()
    interrupt?.(failure)
    connection.abort(failure)
    controller.abort(failure)
    void feed?.cancel(failure)
    options.failed(failure)
  }

  function abort(reason?: unknown): void {
    fail(reason instanceof APIUserAbortError ? reason : new APIUserAbortError(undefined, { cause: reason }))
  }

  signal?.addEventListener('abort', onAbort, { once: true })
  controller.signal.addEventListener('abort', () => abort(controller.signal.reason), { once: true })
  queueMicrotask(() => {
    if (signal?.aborted) abort(signal.reason)
    else void (advancing ??= advance())
  })

  return { controller, metrics, take, next, fail, abort }
}
