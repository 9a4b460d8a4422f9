import { createBacklog } from './backlog.js'

/** A response body that is written to and read on demand. */
export interface ByteStream {
  readonly readable: ReadableStream<Uint8Array>
  /** Takes one whole event. What is written within one turn goes out as one chunk. */
  write(text: string): void
  /** Resolves when there is room again, or nobody reads any more; undefined when there is room now. */
  room(): Promise<void> | undefined
  /** Sends what is left and closes. Nothing is written afterwards. */
  end(): void
  /** The reader waits for something that is not there yet. */
  readonly hungry: boolean
  readonly closed: boolean
}

export interface ByteStreamOptions {
  /** Called at most once, when the reader has left before `end()`. */
  onGone: () => void
  /** In ms: a reader that lets the writer wait for so long counts as gone. 0 means never. */
  stallTimeout: number
}

/**
 * The stream is pulled: nothing is handed over before the reader asks, so that a connection holds at
 * most a backlog and one event more. It never errors, only closes: adapters print the errors of a
 * body to the console, and a client learns nothing from them that its missing end does not say.
 */
export function createByteStream({ onGone, stallTimeout }: ByteStreamOptions): ByteStream {
  const encoder = new TextEncoder()
  const backlog = createBacklog(stallTimeout, () => {
    gone()
    controller?.close()
  })
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let hungry = false
  let closed = false
  let scheduled = false

  function flush(): void {
    scheduled = false
    if (closed || !hungry || backlog.empty) return
    hungry = false
    hand()
  }

  /** Some runtimes show only here that nobody is there any more. */
  function hand(): void {
    try {
      controller?.enqueue(encoder.encode(backlog.take()))
    } catch {
      gone()
    }
  }

  function gone(): void {
    if (closed) return
    closed = true
    backlog.take()
    onGone()
  }

  const readable = new ReadableStream<Uint8Array>(
    {
      start: (started) => {
        controller = started
      },
      pull: () => {
        hungry = true
        flush()
      },
      cancel: gone,
    },
    { highWaterMark: 0 },
  )

  return {
    readable,
    write(text) {
      if (closed) return
      backlog.add(text)
      if (scheduled || !hungry) return
      scheduled = true
      queueMicrotask(flush)
    },
    room: () => (closed ? undefined : backlog.room()),
    end() {
      if (closed) return
      if (!backlog.empty) hand()
      if (closed) return
      closed = true
      controller?.close()
    },
    get hungry() {
      return hungry
    },
    get closed() {
      return closed
    },
  }
}
