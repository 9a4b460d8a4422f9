import { createDiagnostics, type Diagnostic, type Diagnostics } from '../snapshot/diagnostics.js'
import type { StreamEvent } from './event-feed.js'
import type { StreamMetrics } from './metrics.js'
import type { Connect, Connection, ConnectRequest } from './connection.js'
import type { StreamOptions } from './options.js'
import { Pipeline } from './pipeline.js'
import { discardSource, openSource, type StreamSource } from './source.js'
import { createReaderClaim, readEvents } from './stream-reader.js'
import { type TeeOptions, teeEvents } from './tee.js'
import { timeoutOptions } from './watchdog.js'

/**
 * The events of a response as they came, and nothing else: no snapshot, no added fields. What
 * `create({ stream: true })` gives; the name and shape follow the official SDK (seed §4).
 *
 * It has one reader, reads on demand, ends with the terminal event, and throws what went wrong:
 * `StreamTruncatedError` at an end without terminal event, `APIError` after an `error` event that no
 * terminal event followed, `APIUserAbortError` when it was aborted, `StreamIdleError` after a timeout.
 *
 * @example
 * for await (const event of await client.responses.create({ model, input, stream: true })) {
 *   if (event.type === 'response.output_text.delta') process.stdout.write(event.delta)
 * }
 */
export class Stream implements AsyncIterable<StreamEvent> {
  readonly #pipeline: Pipeline<StreamEvent>
  readonly #diagnostics: Diagnostics
  readonly #claim = createReaderClaim()
  #sequenceNumber: number | undefined

  private constructor(
    open: (request: ConnectRequest) => StreamSource,
    options: StreamOptions,
    connection?: Connection,
  ) {
    const diagnostics = createDiagnostics({ strict: options.strict })
    this.#diagnostics = diagnostics
    const feedOptions = { ...options, redact: connection?.redact, report: diagnostics.report }
    this.#pipeline = new Pipeline({
      open: (signal) => openSource(open({ signal }), feedOptions),
      redact: connection?.redact,
      discard: connection
        ? undefined
        : () => discardSource(open({ signal: AbortSignal.abort() }), feedOptions),
      signal: options.signal,
      timeout: timeoutOptions(options.timeout),
      startedAt: connection?.startedAt,
      accept: (event) => {
        this.#sequenceNumber = event.sequence_number ?? this.#sequenceNumber
        return event
      },
      context: () => ({ sequenceNumber: this.#sequenceNumber }),
    })
  }

  /** Reads events from anything that carries them; see {@link StreamSource}. */
  static from(source: StreamSource, options: StreamOptions = {}): Stream {
    return new Stream(() => source, options)
  }

  /** Sends a request at the next microtask and reads its answer. */
  static connect(connect: Connect | Connection, options: StreamOptions = {}): Stream {
    const connection = typeof connect === 'function' ? { open: connect } : connect
    return new Stream(connection.open, options, connection)
  }

  /** Aborts the request: `stream.controller.abort()`, as in the official SDK. */
  get controller(): AbortController {
    return this.#pipeline.controller
  }

  /** What the bytes and events broke, in order of first appearance. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics.all
  }

  get metrics(): Readonly<StreamMetrics> {
    return this.#pipeline.metrics
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<StreamEvent> {
    this.#claim.take('for await')
    return readEvents(this.#pipeline)
  }

  /**
   * Two streams of the same events. What one branch has not read yet is kept, up to `limit` events
   * (10,000 by default): then the slow branch fails with `tee_overflow`, or, with
   * `onFull: 'wait'`, the fast one waits. A branch that is left frees what was kept for it; when
   * both are left, the request is aborted.
   */
  tee(options: TeeOptions = {}): [Stream, Stream] {
    this.#claim.take('tee()')
    const [left, right] = teeEvents(readEvents(this.#pipeline), options)
    return [Stream.from(left), Stream.from(right)]
  }

  /** The events as newline-delimited JSON bytes, as in the official SDK. For server-sent events see `toSSE`. */
  toReadableStream(): ReadableStream<Uint8Array> {
    this.#claim.take('toReadableStream()')
    const events = readEvents(this.#pipeline)
    const encoder = new TextEncoder()
    return new ReadableStream({
      async pull(controller) {
        const result = await events.next()
        if (result.done) controller.close()
        else controller.enqueue(encoder.encode(`${JSON.stringify(result.value)}\n`))
      },
      async cancel() {
        await events.return?.()
      },
    })
  }

  /** Ends the connection; a pending read rejects with `APIUserAbortError`. After the end it does nothing. */
  abort(reason?: unknown): void {
    this.#pipeline.abort(reason, 'The stream was aborted.')
  }
}
