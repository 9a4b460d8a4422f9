/// <reference lib="esnext.disposable" preserve="true" />
import { APIUserAbortError } from '../errors/connection-error.js'
import { MillraceError, type StreamContext } from '../errors/millrace-error.js'
import type { Response as ResponseObject } from '../events/response.js'
import { type Checkpoint, writeCheckpoint } from '../snapshot/checkpoint.js'
import { createDiagnostics, type Diagnostic, type Diagnostics } from '../snapshot/diagnostics.js'
import { createDraft, type Draft } from '../snapshot/draft.js'
import type { FoldEffect } from '../snapshot/effect.js'
import type { Snapshot } from '../snapshot/snapshot.js'
import { readDeclarations } from '../structured/declarations.js'
import { declaredAs } from '../structured/parse-response.js'
import type { Declared, ParsedResponse } from '../structured/parsed-response.js'
import { type Announcer, createAnnouncer } from './announcer.js'
import { cancelGeneration } from './cancel-generation.js'
import type { Connect, Connection, ConnectRequest } from './connection.js'
import { decorate } from './decorate.js'
import type { StreamEvent } from './event-feed.js'
import { isSettled } from './is-settled.js'
import type { StreamMetrics } from './metrics.js'
import { createObservers } from './observers.js'
import { createOutcome, handled, reportUnobserved } from './outcome.js'
import { requireCompleted, requireParsed, type RequiredParsed } from './require.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import { readPartials } from './partial-stream.js'
import { Pipeline } from './pipeline.js'
import { createReconnector, type Reconnector, type StreamPosition } from './reconnect.js'
import type { Cursor, ResponseStreamOptions, StreamStart } from './response-stream-options.js'
import { discardSource, openSource, type StreamSource } from './source.js'
import { createReaderClaim, readEvents } from './stream-reader.js'
import type { ListenerName, StreamListeners } from './stream-listeners.js'
import { createStructuredEvents, type StructuredEvents } from './structured-events.js'
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
export class ResponseStream<D extends Declared = Declared> implements AsyncIterable<
  ParsedResponseStreamEvent<D>
> {
  readonly #pipeline: Pipeline<ParsedResponseStreamEvent<D>>
  readonly #draft: Draft
  readonly #diagnostics: Diagnostics
  readonly #connection: Connection | undefined
  readonly #reconnector: Reconnector | undefined
  readonly #observers = createObservers<StreamListeners<D>>()
  readonly #announcer: Announcer<D>
  readonly #outcome = createOutcome<ParsedResponse<D>>()
  readonly #claim = createReaderClaim()
  readonly #start: StreamStart | undefined
  readonly #structured: StructuredEvents | undefined
  /** Of the event between its fold and its delivery. */
  #effect: FoldEffect | undefined
  #final: ParsedResponse<D> | undefined
  /** Of the last event delivered. */
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
      onDiagnostic: (diagnostic) => this.#announcer.orFail('diagnostic', diagnostic),
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
    this.#announcer = createAnnouncer(this.#observers, this.#draft, (error) => this.#pipeline.fail(error))
    const declared = readDeclarations(options)
    this.#structured = declared && createStructuredEvents(declared, this.#draft)
    this.#sequenceNumber = start?.deliverAfter
    const feedOptions = { ...options, redact: connection?.redact, report: diagnostics.report }
    if (connection !== undefined && options.reconnect !== false) {
      this.#reconnector = createReconnector({
        connection,
        options: options.reconnect ?? {},
        position: () => this.#position(),
        openFeed: (http) => openSource(http, feedOptions),
        isSettled: (event) => isSettled(event, this.#draft.state()),
        notify: (attempt) => this.#announcer.orFail('reconnect', attempt),
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
      startedAt: connection?.startedAt,
      fold: (event) => this.#fold(event),
      accept: (event) => this.#accept(event),
      late: (event) => void this.#draft.apply(event),
      ended: () => this.#ended(),
      failed: (error) => this.#failed(error),
      context: () => this.#context(),
    })
  }

  /** Reads a response from anything that carries its events; see {@link StreamSource}. */
  static from<D extends Declared = Declared>(
    source: StreamSource,
    options: ResponseStreamOptions = {},
  ): ResponseStream<D> {
    return new ResponseStream(() => source, options)
  }

  /**
   * Sends a request at the next microtask and reads its answer. With a whole {@link Connection} the
   * stream can also resume a background response and cancel it; `start` says where it begins.
   */
  static connect<D extends Declared = Declared>(
    connect: Connect | Connection,
    options: ResponseStreamOptions = {},
    start?: StreamStart,
  ): ResponseStream<D> {
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
    const response_id = this.responseId
    const sequence_number = this.#sequenceNumber
    return response_id === undefined || sequence_number === undefined
      ? undefined
      : { response_id, sequence_number }
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
    const { cursor } = this
    return cursor && writeCheckpoint(this.#draft, cursor)
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<ParsedResponseStreamEvent<D>> {
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
   * The declared value as it grows, once for each event that changed it: one object throughout,
   * changed in place, so take what you keep out of it (and never freeze it). Throws `no_text_format` where no
   * `text.format` made by `textFormat` was given.
   */
  partialStream(): AsyncIterableIterator<D['partial']> {
    if (this.#structured?.hasPartials !== true) {
      throw new MillraceError(
        'no_text_format',
        'partialStream() needs text.format to be made by textFormat(), whose parser reads what has arrived so far.',
      )
    }
    this.#claim.take('partialStream()')
    return readPartials(readEvents(this.#pipeline), this.#structured)
  }

  /**
   * Calls a listener for each event of a type, or for what else happens: `event`, `text.replaced`,
   * `snapshot.reset`, `reconnect`, `diagnostic`, `error`, `end`. A listener that throws fails the stream.
   */
  on<K extends ListenerName>(name: K, listener: (argument: StreamListeners<D>[K]) => void): this {
    this.#observe()
    this.#observers.on(name, listener)
    return this
  }

  /** `on` for the first time only. */
  once<K extends ListenerName>(name: K, listener: (argument: StreamListeners<D>[K]) => void): this {
    const first = (argument: StreamListeners<D>[K]): void => {
      this.off(name, first)
      listener(argument)
    }
    return this.on(name, first)
  }

  /** Takes back an `on`. */
  off<K extends ListenerName>(name: K, listener: (argument: StreamListeners<D>[K]) => void): this {
    this.#observers.off(name, listener)
    return this
  }

  /**
   * The terminal response, whatever its status, with its declared values. With `require: 'completed'`
   * any other status rejects with `ResponseFailedError` or `ResponseIncompleteError`. With
   * `require: 'parsed'` also a value that is missing or does not fit its schema does, with
   * `StructuredOutputError`. Each carries the response.
   */
  finalResponse(options: { require: 'parsed' }): Promise<RequiredParsed<D>>
  finalResponse(options?: { require?: 'completed' | 'parsed' }): Promise<ParsedResponse<D>>
  finalResponse({ require }: { require?: 'completed' | 'parsed' } = {}): Promise<ParsedResponse<D>> {
    this.#observe()
    if (require === 'parsed')
      return this.#outcome.take((response) => requireParsed(response, this.#structured?.hasFormat))
    return this.#outcome.take(require === 'completed' ? requireCompleted : (response) => response)
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
    return handled(cancelGeneration(this.#connection, this, this.#outcome))
  }

  /** Where a value is complete its schema is asked, which may take time. */
  #fold(event: StreamEvent): Promise<void> | undefined {
    this.#effect = this.#isFolded(event) ? undefined : this.#draft.apply(event)
    if (this.#structured === undefined) return undefined
    return this.#draft.terminal === undefined
      ? this.#structured.raise(event, this.#effect)
      : this.#readFinal(this.#structured)
  }

  /** A checkpoint taken while a schema was asked holds one event more than was delivered; now that event comes again. */
  #isFolded({ sequence_number }: StreamEvent): boolean {
    const last = this.#start?.state?.sequence_number
    return last !== undefined && isSequenceNumber(sequence_number) && sequence_number <= last
  }

  async #readFinal(structured: StructuredEvents): Promise<void> {
    this.#final = await structured.final<D>()
  }

  #accept(event: StreamEvent): ParsedResponseStreamEvent<D> | undefined {
    const effect = this.#effect
    const delivered = decorate(event, this.#draft, this.#final)
    const { sequence_number } = event
    if (isSequenceNumber(sequence_number)) {
      const deliverAfter = this.#start?.deliverAfter
      if (deliverAfter !== undefined && sequence_number <= deliverAfter) return undefined
      // Numbers that do not rise leave the cursor where it is, and are nothing new.
      if (sequence_number > (this.#sequenceNumber ?? -1)) {
        this.#sequenceNumber = sequence_number
        this.#reconnector?.progressed()
      }
    }
    this.#announcer.event(delivered, effect)
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

  #ended(): void {
    this.#outcome.resolve(this.#final ?? declaredAs(this.#draft.final()))
    this.#announcer.atLast('end', undefined)
  }

  #failed(error: unknown): void {
    this.#outcome.reject(error)
    const heard = this.#announcer.atLast('error', error)
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
      // What has arrived is taken without waiting: a promise for each event would cost a good part of it.
      do while (this.#pipeline.take() !== undefined);
      while ((await this.#pipeline.next()) !== undefined)
    } catch {
      // The outcome carries the failure to whoever asked for it.
    }
  }
}

function isSequenceNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging, typescript/no-unused-vars -- both declarations need the parameter
export interface ResponseStream<D extends Declared = Declared> {
  /** Leaves the stream: `await using stream = …`. A foreground request is aborted. */
  [Symbol.asyncDispose](): Promise<void>
}
