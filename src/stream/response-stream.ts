/// <reference lib="esnext.disposable" preserve="true" />
import { APIUserAbortError } from '../errors/connection-error.js'
import { MillraceError, type StreamContext } from '../errors/millrace-error.js'
import type { Response as ResponseObject } from '../events/response.js'
import { type Checkpoint, writeCheckpoint } from '../snapshot/checkpoint.js'
import { createDiagnostics, type Diagnostic, type Diagnostics } from '../snapshot/diagnostics.js'
import { createDraft, type Draft } from '../snapshot/draft.js'
import type { FoldEffect } from '../snapshot/effect.js'
import type { Snapshot } from '../snapshot/snapshot.js'
import type { Connect, Connection, ConnectRequest } from './connection.js'
import { decorate } from './decorate.js'
import type { StreamEvent } from './event-feed.js'
import { isSettled } from './is-settled.js'
import type { StreamMetrics } from './metrics.js'
import { createObservers } from './observers.js'
import { createOutcome, handled, reportListener, reportUnobserved, requireCompleted } from './outcome.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import { Pipeline } from './pipeline.js'
import { createReconnector, type Reconnector, type StreamPosition } from './reconnect.js'
import type { Cursor, ResponseStreamOptions, StreamStart } from './response-stream-options.js'
import { discardSource, openSource, type StreamSource } from './source.js'
import { createReaderClaim, readEvents } from './stream-reader.js'
import { happenings, type ListenerName, type StreamListeners } from './stream-listeners.js'
import { readText } from './text-stream.js'
import { timeoutOptions } from './watchdog.js'

/**
 * A response as it streams: its events, the response folded from them so far, and how it ended.
 *
 * One reader takes the events (`for await`, `textStream()`, `toSSE`, `toResponse`); everything else
 * only observes. If nobody has become the reader one macrotask after the first observer came, the
 * stream flows by itself. The next chunk is read when the reader asks for it, so a slow reader
 * holds back the sender and loses nothing.
 *
 * The stream ends with the terminal event. `finalResponse()` resolves with any terminal response,
 * its status tells which; iteration, `done()` and `finalResponse()` fail with one and the same
 * error object: `StreamTruncatedError`, `StreamIdleError`, `APIConnectionError`, `APIError`,
 * `ProtocolError` or `APIUserAbortError`, each with `snapshot` and `checkpoint` of what arrived.
 *
 * @example
 * await using stream = client.responses.stream({ model, input })
 * for await (const event of stream) {
 *   if (event.type === 'response.output_text.delta') render(event.snapshot)
 * }
 * const response = await stream.finalResponse()
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the method is defined below, where the symbol exists
export class ResponseStream implements AsyncIterable<ParsedResponseStreamEvent> {
  readonly #pipeline: Pipeline<ParsedResponseStreamEvent>
  readonly #draft: Draft
  readonly #diagnostics: Diagnostics
  readonly #connection: Connection | undefined
  readonly #reconnector: Reconnector | undefined
  readonly #observers = createObservers<StreamListeners>()
  readonly #outcome = createOutcome()
  readonly #claim = createReaderClaim()
  readonly #start: StreamStart | undefined
  #cursor: Cursor | undefined
  /** Of the cursor, and also of events that came before the response id was known. */
  #sequenceNumber: number | undefined
  #flows = false

  static {
    // The symbol is newer than the oldest runtime this runs on.
    if (Symbol.asyncDispose) {
      Object.defineProperty(this.prototype, Symbol.asyncDispose, {
        configurable: true,
        async value(this: ResponseStream) {
          this.#pipeline.abort(undefined, 'The stream was disposed before its end.')
        },
      })
    }
  }

  private constructor(
    open: (request: ConnectRequest) => StreamSource,
    options: ResponseStreamOptions,
    connection?: Connection,
    start?: StreamStart,
  ) {
    const diagnostics = createDiagnostics({
      strict: options.strict,
      onDiagnostic: (diagnostic) => this.#tellOrFail('diagnostic', diagnostic),
    })
    this.#diagnostics = diagnostics
    this.#connection = connection
    this.#start = start
    this.#draft = createDraft({
      diagnostics,
      state: start?.state,
      keepPartialImages: options.keepPartialImages,
      freeze: options.freezeSnapshots,
    })
    if (start?.deliverAfter !== undefined) this.#advance(start.deliverAfter, start.response_id)
    const feedOptions = { ...options, redact: connection?.redact, report: diagnostics.report }
    if (connection !== undefined && options.reconnect !== false) {
      this.#reconnector = createReconnector({
        connection,
        options: options.reconnect ?? {},
        position: () => this.#position(),
        openFeed: (http) => openSource(http, feedOptions),
        isSettled: (event) => isSettled(event, this.#draft.state()),
        notify: (attempt) => this.#tellOrFail('reconnect', attempt),
      })
    }
    this.#pipeline = new Pipeline({
      open: (signal) => openSource(open({ signal }), feedOptions),
      recover: this.#reconnector?.recover,
      redact: connection?.redact,
      discard: connection
        ? undefined
        : () => discardSource(open({ signal: AbortSignal.abort() }), feedOptions),
      signal: options.signal,
      timeout: timeoutOptions(options.timeout),
      accept: (event) => this.#accept(event),
      late: (event) => void this.#draft.apply(event),
      ended: () => this.#ended(),
      failed: (error) => this.#failed(error),
      context: () => this.#context(),
    })
  }

  /** Reads a response from anything that carries its events; see {@link StreamSource}. */
  static from(source: StreamSource, options: ResponseStreamOptions = {}): ResponseStream {
    return new ResponseStream(() => source, options)
  }

  /**
   * Sends a request at the next microtask and reads its answer. With a whole {@link Connection} the
   * stream can also resume a background response and cancel it; `start` says where it begins.
   */
  static connect(
    connect: Connect | Connection,
    options: ResponseStreamOptions = {},
    start?: StreamStart,
  ): ResponseStream {
    const connection = typeof connect === 'function' ? { open: connect } : connect
    return new ResponseStream(connection.open, options, connection, start)
  }

  /** The response so far, with `output_text`; undefined before the first event. One you hold never changes. */
  get snapshot(): Snapshot | undefined {
    this.#observe()
    return this.#draft.read()
  }

  /** Of the last event delivered; undefined until the response id and a sequence number are known. */
  get cursor(): Cursor | undefined {
    return this.#cursor
  }

  get responseId(): string | undefined {
    return this.#draft.responseId ?? this.#start?.response_id
  }

  /** What the stream broke and what was repaired, in order of first appearance. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics.all
  }

  get metrics(): Readonly<StreamMetrics> {
    return this.#pipeline.metrics
  }

  /** Cursor and folded state as plain JSON, O(response); undefined before the response id is known. */
  checkpoint(): Checkpoint | undefined {
    return this.#cursor && writeCheckpoint(this.#draft, this.#cursor)
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<ParsedResponseStreamEvent> {
    this.#claim.take('for await')
    return readEvents(this.#pipeline)
  }

  /**
   * The text of the response as it grows: the `output_text` parts in output order, a later part
   * after the earlier one has closed. All chunks joined are the final text, unless the server
   * replaced text it had already streamed (diagnostic `text-replaced`).
   */
  textStream(): AsyncIterableIterator<string> {
    this.#claim.take('textStream()')
    return readText(readEvents(this.#pipeline), this.#draft, this.#diagnostics)
  }

  /**
   * Calls a listener for each event of a type, or for what else happens: `event`, `text.replaced`,
   * `snapshot.reset`, `reconnect`, `diagnostic`, `error`, `end`. A listener that throws fails the stream.
   */
  on<K extends ListenerName>(name: K, listener: (argument: StreamListeners[K]) => void): this {
    this.#observe()
    this.#observers.on(name, listener)
    return this
  }

  off<K extends ListenerName>(name: K, listener: (argument: StreamListeners[K]) => void): this {
    this.#observers.off(name, listener)
    return this
  }

  /**
   * The terminal response, whatever its status. With `require: 'completed'` any other status rejects
   * with `ResponseFailedError` or `ResponseIncompleteError`, which carry the response.
   */
  finalResponse(options: { require?: 'completed' } = {}): Promise<ResponseObject> {
    this.#observe()
    return options.require === 'completed'
      ? this.#outcome.take(requireCompleted)
      : this.#outcome.take((response) => response)
  }

  /** The text of a completed response; rejects like `finalResponse({ require: 'completed' })`. */
  text(): Promise<string> {
    this.#observe()
    return this.#outcome.take((response) => requireCompleted(response).output_text)
  }

  /** Resolves when a terminal response arrived; rejects with what went wrong otherwise. */
  done(): Promise<void> {
    this.#observe()
    return this.#outcome.take(() => {})
  }

  /** Ends this connection; what waits rejects with `APIUserAbortError`. After the end it does nothing. */
  abort(reason?: unknown): void {
    this.#pipeline.abort(reason, 'The stream was aborted.')
  }

  /**
   * Stops the generation (`POST …/cancel`), not only this connection: the stream then ends with the
   * terminal event the server sends. Resolves with the response as the server gives it. Before the
   * response id is known it waits for it. Rejects with `cannot_cancel` where there is no server to ask.
   */
  cancel(): Promise<ResponseObject> {
    return handled(this.#cancel())
  }

  async #cancel(): Promise<ResponseObject> {
    const cancel = this.#connection?.cancel
    if (cancel !== undefined) return cancel(this.responseId ?? (await this.#nextResponseId()))
    throw new MillraceError(
      'cannot_cancel',
      'This stream does not know its server. Call responses.cancel(id) of a client, or abort().',
    )
  }

  #nextResponseId(): Promise<string> {
    return new Promise((resolve, reject) => {
      const known = (): void => {
        if (this.responseId === undefined) return
        this.off('event', known)
        resolve(this.responseId)
      }
      this.on('event', known)
      const ended = new MillraceError(
        'no_response_id',
        'The stream ended without a response id, so there is nothing to cancel.',
      )
      this.#outcome.take(() => reject(ended)).catch(reject)
    })
  }

  #accept(event: StreamEvent): ParsedResponseStreamEvent | undefined {
    const effect = this.#draft.apply(event)
    const delivered = decorate(event, this.#draft)
    const { sequence_number } = event
    const deliverAfter = this.#start?.deliverAfter
    if (isSequenceNumber(sequence_number)) {
      if (deliverAfter !== undefined && sequence_number <= deliverAfter) return undefined
      this.#advance(sequence_number, this.#draft.responseId)
    }
    this.#reconnector?.progressed()
    if (!happenings.has(delivered.type)) this.#observers.emit(delivered.type, delivered)
    this.#observers.emit('event', delivered)
    if (effect !== undefined) this.#tell(effect)
    return delivered
  }

  #position(): StreamPosition {
    const { response, sequence_number } = this.#draft.state()
    return {
      responseId: this.responseId,
      // Of the fold, not of the cursor: a replay that is not delivered yet must go on where it was.
      sequenceNumber: sequence_number,
      delivered: this.#pipeline.metrics.events > 0,
      background: this.#start !== undefined || response?.background === true,
    }
  }

  #tell({ textReplaced = [], snapshotReset }: FoldEffect): void {
    for (const replacement of textReplaced) this.#observers.emit('text.replaced', replacement)
    if (snapshotReset) this.#observers.emit('snapshot.reset', this.#draft.read())
  }

  /** A listener's error is the stream's failure, wherever the stream was at work when it told. */
  #tellOrFail<K extends 'diagnostic' | 'reconnect'>(name: K, argument: StreamListeners[K]): void {
    try {
      this.#observers.emit(name, argument)
    } catch (error) {
      this.#pipeline.fail(error)
    }
  }

  /** The outcome is settled: what a listener throws now can only be reported. */
  #tellAtLast<K extends 'end' | 'error'>(name: K, argument: StreamListeners[K]): boolean {
    try {
      return this.#observers.emit(name, argument)
    } catch (error) {
      reportListener(name, error)
      return true
    }
  }

  /** Numbers that do not rise leave the cursor where it is. */
  #advance(sequence_number: number, response_id: string | undefined): void {
    if (sequence_number <= (this.#sequenceNumber ?? -1)) return
    this.#sequenceNumber = sequence_number
    if (response_id !== undefined) this.#cursor = { response_id, sequence_number }
  }

  #ended(): void {
    this.#outcome.resolve(this.#draft.final())
    this.#tellAtLast('end', undefined)
  }

  #failed(error: unknown): void {
    this.#outcome.reject(error)
    const heard = this.#tellAtLast('error', error)
    if (heard || error instanceof APIUserAbortError) return
    // A reader or a promise may still come in this turn; only then is it known that nobody does.
    setTimeout(() => {
      const read = this.#claim.taken && !this.#flows
      if (!read && !this.#outcome.taken) reportUnobserved(error)
    }, 0)
  }

  #context(): StreamContext {
    return {
      responseId: this.responseId,
      sequenceNumber: this.#sequenceNumber,
      snapshot: () => this.#draft.read(),
      checkpoint: () => this.checkpoint(),
    }
  }

  /** Lets the stream flow by itself if no reader comes within a macrotask. */
  #observe(): void {
    if (this.#claim.taken) return
    setTimeout(() => {
      if (this.#claim.taken) return
      this.#claim.take('its observers, for nobody had taken it one macrotask after they came')
      this.#flows = true
      void this.#flow()
    }, 0)
  }

  async #flow(): Promise<void> {
    try {
      while ((await this.#pipeline.next()) !== undefined);
    } catch {
      // The outcome carries the failure to whoever asked for it.
    }
  }
}

function isSequenceNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface ResponseStream {
  /** Leaves the stream: `await using stream = …`. A foreground request is aborted. */
  [Symbol.asyncDispose](): Promise<void>
}
