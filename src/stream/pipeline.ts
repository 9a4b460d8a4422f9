import type { Redact } from '../errors/redact-headers.js'
import type { APIError } from '../errors/api-error.js'
import { attachStreamContext, MillraceError, type StreamContext } from '../errors/millrace-error.js'
import type { StreamIdleError } from '../errors/stream-error.js'
import { roleOf } from '../events/catalogue.js'
import { eventError, redactError } from './event-error.js'
import type { EventFeed, StreamEvent } from './event-feed.js'
import { abortError, linkAbort } from './link-abort.js'
import { createMetrics, type StreamMetrics } from './metrics.js'
import { handled } from './outcome.js'
import { readError } from './read-error.js'
import { settleConnection } from './settle-connection.js'
import { truncated } from './truncated.js'
import { createWatchdog, type TimeoutOptions, type Watchdog } from './watchdog.js'

/** How a connection was lost. */
export interface Loss {
  error: unknown
  /** There was an answer, and its body broke off; otherwise the request itself failed. */
  opened: boolean
  /** Of the connection that is to replace it. */
  signal: AbortSignal
}

export interface PipelineOptions<E extends StreamEvent> {
  /** Sends the request and opens its body. */
  open: (signal: AbortSignal) => Promise<EventFeed>
  /** Gets a lost stream going again, or rejects with what ends it. Without it every loss ends the stream. */
  recover?: ((loss: Loss) => Promise<EventFeed>) | undefined
  signal?: AbortSignal | undefined
  timeout?: TimeoutOptions | undefined
  /** When the request was sent. Default: now. */
  startedAt?: number | undefined
  /** What must be done with an event before it is delivered; nothing is delivered while it takes time. */
  fold?: (event: StreamEvent) => Promise<void> | undefined
  /**
   * Sees each event as it is delivered and returns what the reader gets, if anything. What it throws is
   * the stream's failure.
   */
  accept: (event: StreamEvent) => E | undefined
  /** Takes secrets out of what an error quotes. */
  redact?: Redact | undefined
  /** The stream ended before it was opened: gives up what it would have read. */
  discard?: (() => void) | undefined
  /** Sees what came after the terminal event; it changes nothing any more. */
  late?: (event: StreamEvent) => void
  ended?: () => void
  failed?: (error: unknown) => void
  context: () => StreamContext
}

/**
 * One stream from request to outcome, without a fold: reads on demand, watches the clocks, knows
 * the terminal event, and ends exactly once. The states are open → ended or failed, and nothing
 * leads back.
 */
export class Pipeline<E extends StreamEvent> {
  /** Aborting it aborts the stream. */
  readonly controller = new AbortController()
  readonly metrics: StreamMetrics = createMetrics()
  readonly #options: PipelineOptions<E>
  readonly #startedAt: number
  #state: 'open' | 'ended' | 'failed' = 'open'
  #failure: unknown
  #feed: EventFeed | undefined
  /** Each connection has its own, so that what hangs on a lost one goes with it. */
  #connection = new AbortController()
  /** Of the connections that were lost. */
  #bytesBefore = 0
  #watchdog: Watchdog | undefined
  /** Of an event that is not ready to be delivered. */
  #folding: Promise<void> | undefined
  /** What is to be delivered next. */
  #folded: StreamEvent | undefined
  #errorEvent: APIError | undefined
  /** How long a terminal event may still follow the `error` event, in ms. Waiting counts, and each event as one. */
  #grace = 250
  #advancing: Promise<void> | undefined
  #interrupt: ((error: unknown) => void) | undefined
  #unlink: () => void = () => {}

  constructor(options: PipelineOptions<E>) {
    this.#options = options
    this.#startedAt = options.startedAt ?? Date.now()
    const abort = (reason: unknown): void => this.abort(reason)
    linkAbort(this.controller.signal, abort)
    queueMicrotask(() => {
      if (this.#state === 'open') this.#unlink = linkAbort(options.signal, abort)
      if (this.#state === 'open') void (this.#advancing ??= this.#advance())
      else options.discard?.()
    })
  }

  /** The next event if it has already arrived. */
  take(): E | undefined {
    try {
      while (this.#state === 'open' && this.#feed !== undefined && this.#folding === undefined) {
        const event = this.#folded ?? this.#takeFolded(this.#feed)
        this.#folded = undefined
        const delivered = event && this.#deliver(event)
        if (event === undefined || delivered !== undefined) return delivered
      }
    } catch (error) {
      this.fail(error)
    }
    return undefined
  }

  /** Undefined also for an event whose fold takes time: it is the next one when that is done. */
  #takeFolded(feed: EventFeed): StreamEvent | undefined {
    const event = feed.take()
    const folding = event && this.#options.fold?.(event)
    if (event === undefined || folding === undefined) return event
    this.#folding = handled(this.#foldLater(event, folding))
    return undefined
  }

  async #foldLater(event: StreamEvent, folding: Promise<void>): Promise<void> {
    await folding
    this.#folded = event
  }

  /** The next event; undefined after the terminal one. Rejects with the stream's one error. */
  async next(): Promise<E | undefined> {
    for (;;) {
      const event = this.take()
      if (event !== undefined) return event
      if (this.#state === 'ended') return undefined
      if (this.#state === 'failed') throw this.#failure
      await (this.#advancing ??= this.#advance())
    }
  }

  /** Ends the stream with an error, unless it has ended. */
  fail(error: unknown): void {
    if (this.#state !== 'open') return
    this.#state = 'failed'
    this.#failure = MillraceError.isInstance(error) ? this.#complete(error) : error
    this.#close()
    this.#interrupt?.(this.#failure)
    this.#connection.abort(this.#failure)
    this.controller.abort(this.#failure)
    void this.#feed?.cancel(this.#failure)
    this.#options.failed?.(this.#failure)
  }

  abort(reason: unknown, message?: string): void {
    this.fail(abortError(reason, message))
  }

  #complete(error: MillraceError): MillraceError {
    const { redact, context } = this.#options
    if (redact !== undefined) redactError(error, redact)
    return attachStreamContext(error, context())
  }

  #deliver(event: StreamEvent): E | undefined {
    const role = roleOf(event)
    this.metrics.events++
    if (role === 'keepalive') this.metrics.keepalives++
    else this.#progressed(role === undefined || role === 'output')
    if (role === 'terminal') return this.#finish(event)
    const delivered = this.#options.accept(event)
    // A server that never makes us wait may not go on for ever either; but one event may come in many chunks.
    if (this.#errorEvent !== undefined) this.#grace--
    if (role === 'error') this.#errorEvent ??= eventError(event, this.#feed?.headers, this.#options.redact)
    return delivered
  }

  /** Ended before anybody is told, so that what a listener of the last event does changes nothing. */
  #finish(event: StreamEvent): E | undefined {
    this.#state = 'ended'
    try {
      const delivered = this.#options.accept(event)
      this.#end()
      return delivered
    } catch (error) {
      this.#state = 'open'
      throw error
    }
  }

  #progressed(isOutput: boolean): void {
    this.#watchdog?.progressed()
    this.metrics.firstEvent ??= this.#elapsed()
    if (isOutput) this.metrics.firstOutput ??= this.#elapsed()
  }

  /** One step nearer to an event: ends a fold, opens the body, or reads a chunk of it. Never rejects. */
  async #advance(): Promise<void> {
    if (this.#folding !== undefined) return this.#endFold(this.#folding)
    try {
      if (this.#feed === undefined)
        this.#use(await this.#opening(this.#options.open(this.#connection.signal)))
      else await this.#readChunk(this.#feed)
    } catch (error) {
      await this.#goOnAfter(readError(error))
    } finally {
      this.#advancing = undefined
    }
  }

  async #endFold(folding: Promise<void>): Promise<void> {
    try {
      await this.#interruptible(folding)
    } catch (error) {
      this.fail(error)
    } finally {
      this.#folding = undefined
      this.#advancing = undefined
    }
  }

  #use(feed: EventFeed): void {
    if (this.#state !== 'open') return void feed.cancel(this.#failure)
    this.#feed = feed
    this.metrics.connected ??= this.#elapsed()
    this.#watchdog = createWatchdog(this.#options.timeout ?? {}, this.#startedAt, (error) =>
      this.#expired(error),
    )
  }

  async #readChunk(feed: EventFeed): Promise<void> {
    const error = this.#errorEvent
    const waitingSince = Date.now()
    if (error && this.#grace <= 0) throw error
    const timer = error && setTimeout(() => this.#interrupt?.(error), this.#grace)
    this.#watchdog?.wait()
    try {
      if (!(await this.#interruptible(feed.fill())))
        throw error ?? truncated(feed, this.metrics.events, this.#options.context().sequenceNumber)
    } finally {
      clearTimeout(timer)
      if (error) this.#grace -= Date.now() - waitingSince
      this.#watchdog?.rest()
      this.metrics.bytes = this.#bytesBefore + feed.bytes
    }
  }

  async #goOnAfter(error: unknown): Promise<void> {
    this.#watchdog?.stop()
    const { recover } = this.#options
    if (this.#state !== 'open' || recover === undefined || this.#errorEvent)
      return this.fail(this.#errorEvent ?? error)
    const lost = this.#feed
    this.#bytesBefore += lost?.bytes ?? 0
    void lost?.cancel(error)
    this.#connection.abort(error)
    this.#connection = new AbortController()
    try {
      const { signal } = this.#connection
      this.#use(await this.#opening(recover({ error, opened: lost !== undefined, signal })))
      this.metrics.reconnects++
    } catch (failure) {
      this.fail(readError(failure))
    }
  }

  /** A wait that is too long may be followed by another connection; a stream that is too long may not. */
  #expired(error: StreamIdleError): void {
    if (error.timer === 'total') this.fail(error)
    else this.#interrupt?.(error)
  }

  /** A body that is opened after the stream has ended is given up at once. */
  #opening(work: Promise<EventFeed>): Promise<EventFeed> {
    work.then(
      (feed) => (this.#state === 'open' ? undefined : feed.cancel(this.#failure)),
      () => {},
    )
    return this.#interruptible(work)
  }

  /** `Promise.race` with one long-lived promise would keep a reaction for every chunk. */
  #interruptible<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#interrupt = reject
      work.then(resolve, reject)
    })
  }

  #end(): void {
    this.#close()
    this.#options.ended?.()
    if (this.#feed !== undefined) void settleConnection(this.#feed, this.#options.late)
  }

  #close(): void {
    this.metrics.ended = this.#elapsed()
    this.#watchdog?.stop()
    this.#unlink()
  }

  #elapsed(): number {
    return Date.now() - this.#startedAt
  }
}
