import { socketError } from './fault-injection.js'
import { answerFor, headersOf, toBytes, type Script, type ScriptEnd, type Step } from './script.js'

/** A request as the scripted fetch received it. */
export interface FetchedRequest {
  method: string
  url: string
  headers: Headers
  body: string
  signal: AbortSignal | undefined
  /** What happened to the body that was answered. */
  answered: BodyObserver
}

/** Counts what a reader did to a scripted body. */
export interface BodyObserver {
  /** How often the reader asked for a chunk. */
  pulls: number
  /** How often the body was cancelled; never more than once for a well-behaved reader. */
  cancels: number
  cancelReason: unknown
}

/** A `fetch` that also remembers what it was asked, in order. */
export interface ScriptedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>
  requests: FetchedRequest[]
}

/**
 * A `fetch` in memory whose answers are scripted: no sockets, so it works with a fake clock. It
 * keeps the contract that clients depend on: an aborted signal rejects the request, or errors the
 * body that is being read, with the signal's reason.
 *
 * @example
 * const fetch = scriptedFetch([{ status: 503 }, { steps: [toSSE(numbered(happy()))] }])
 * const client = new Millrace({ fetch, apiKey: 'test' })
 */
export function scriptedFetch(script: Script<FetchedRequest>): ScriptedFetch {
  const requests: FetchedRequest[] = []

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const signal = init?.signal ?? undefined
    // A request that knew the signal would hang a listener of its own on it.
    const asked = new Request(input, { ...init, signal: null })
    const request: FetchedRequest = {
      method: asked.method,
      url: asked.url,
      headers: asked.headers,
      body: await asked.text(),
      signal,
      answered: noObserver(),
    }
    const answer = await unlessAborted(answerFor(script, request, requests.push(request) - 1), signal)
    const body = answer.steps ? scriptedBody(answer.steps, { observer: request.answered, signal }) : null
    return new Response(body, { status: answer.status ?? 200, headers: headersOf(answer) })
  }

  return Object.assign(fetch, { requests })
}

/** How a scripted body is watched and broken. */
export interface ScriptedBodyOptions {
  /** Filled in as the body is read. */
  observer?: BodyObserver
  /** When it aborts, the body errors with its reason, as that of a real `fetch` does. */
  signal?: AbortSignal | undefined
  /** What `{ end: 'reset' }` errors with. Default: the error of Node's `fetch` on a broken socket. */
  resetError?: unknown
}

/** A body that does what its steps say. It is read on demand: one step of bytes for each pull. */
export function scriptedBody(
  steps: readonly Step[],
  options: ScriptedBodyOptions = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { observer = noObserver(), signal, resetError = socketError() } = options
  const rest = steps[Symbol.iterator]()
  const over = new AbortController()
  const forever = new Promise<never>(() => {})
  let onAbort: () => void

  function finish(): void {
    over.abort()
    signal?.removeEventListener('abort', onAbort)
  }

  type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  const endings: Record<ScriptEnd, (controller: Controller) => unknown> = {
    eof: (controller) => (finish(), controller.close()),
    reset: (controller) => (finish(), controller.error(resetError)),
    hang: () => unlessAborted(forever, over.signal),
  }

  async function step(controller: Controller): Promise<unknown> {
    const next: Step = rest.next().value ?? { end: 'eof' }
    if (typeof next === 'string' || next instanceof Uint8Array)
      return controller.enqueue(new Uint8Array(toBytes(next)))
    if ('end' in next) return await endings[next.end](controller)
    await unlessAborted(pause(next.wait), over.signal)
    return await step(controller)
  }

  return new ReadableStream(
    {
      start(controller) {
        onAbort = () => (finish(), controller.error(signal?.reason))
        if (signal?.aborted) onAbort()
        else signal?.addEventListener('abort', onAbort)
      },
      async pull(controller) {
        observer.pulls++
        await step(controller).catch((error: unknown) => {
          if (!over.signal.aborted) throw error
        })
      },
      cancel(reason) {
        observer.cancels++
        observer.cancelReason = reason
        finish()
      },
    },
    { highWaterMark: 0 },
  )
}

function noObserver(): BodyObserver {
  return { pulls: 0, cancels: 0, cancelReason: undefined }
}

/** Rejects with the signal's reason if that aborts first; leaves no listener behind. */
async function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work
  signal.throwIfAborted()
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

async function pause(wait: number | PromiseLike<unknown>): Promise<void> {
  if (typeof wait === 'number') await new Promise((resolve) => setTimeout(resolve, wait))
  else await wait
}
