import { MillraceError } from '../errors/millrace-error.js'

export type Chunk = Uint8Array | string

/** One way to read all kinds of source. */
export interface ChunkReader<Item = Chunk> {
  /** The next chunk; undefined at the end, and after `cancel`. Rejects with the source's own error. */
  read(): Promise<Item | undefined>
  /** Gives the source up, which closes the connection behind it. Never rejects; later calls do nothing. */
  cancel(reason?: unknown): Promise<void>
}

/** Not `for await`: some browsers have `ReadableStream` without its iterator. */
export function streamReader<Item>(stream: ReadableStream<Item>): ChunkReader<Item> {
  if (stream.locked) {
    throw new MillraceError(
      'body_locked',
      'This stream is locked: something else is reading it. Use tee() to read a stream twice.',
    )
  }
  const reader = stream.getReader()
  return {
    async read() {
      const { done, value } = await reader.read()
      return done ? undefined : value
    },
    cancel: once((reason) => reader.cancel(reason)),
  }
}

export function asyncIterableReader<Item>(source: AsyncIterable<Item>): ChunkReader<Item> {
  const iterator = source[Symbol.asyncIterator]()
  let cancelled = false
  let giveUp: (() => void) | undefined
  return {
    async read() {
      if (cancelled) return undefined
      // Settled by `cancel` too, so that it does not wait for a source that never answers.
      const result = await new Promise<IteratorResult<Item, unknown>>((resolve, reject) => {
        giveUp = () => resolve({ done: true, value: undefined })
        Promise.resolve(iterator.next()).then(resolve, reject)
      }).finally(() => (giveUp = undefined))
      return result.done ? undefined : result.value
    },
    cancel: once(async () => {
      cancelled = true
      const isReading = giveUp !== undefined
      giveUp?.()
      if (isNodeStream(source)) source.destroy()
      const returned = iterator.return?.()
      // A generator's `return` waits behind a read, which may never end.
      if (isReading) returned?.catch(() => {})
      else await returned
    }),
  }
}

export function iterableReader<Item>(source: Iterable<Item>): ChunkReader<Item> {
  const iterator = source[Symbol.iterator]()
  let cancelled = false
  return {
    async read() {
      if (cancelled) return undefined
      const result = iterator.next()
      return result.done ? undefined : result.value
    },
    cancel: once(() => {
      cancelled = true
      iterator.return?.()
    }),
  }
}

/** Without `destroy` a silent one would keep its file or socket open. */
function isNodeStream(source: object): source is { destroy(): unknown } {
  return 'destroy' in source && typeof source.destroy === 'function'
}

/** The source is being given up: what it says to that concerns nobody. */
function once(cancel: (reason: unknown) => unknown): ChunkReader['cancel'] {
  let cancelled: Promise<void> | undefined
  const attempt = async (reason: unknown): Promise<void> => {
    try {
      await cancel(reason)
    } catch {}
  }
  return (reason) => (cancelled ??= attempt(reason))
}
