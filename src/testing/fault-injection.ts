import { toBytes } from './script.js'

/** Chunks of a body; a string is UTF-8. */
export type Chunks = readonly (string | Uint8Array)[]
type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** All chunks as one. */
export function joinChunks(chunks: Chunks): Uint8Array<ArrayBuffer> {
  const parts = chunks.map(toBytes)
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** The first `length` bytes, in the chunks they came in. A negative length counts from the end. */
export function cutAfter(chunks: Chunks, length: number): Uint8Array[] {
  const parts = chunks.map(toBytes)
  const total = parts.reduce((sum, part) => sum + part.length, 0)
  let left = length < 0 ? Math.max(0, total + length) : length
  const kept: Uint8Array[] = []
  for (const part of parts) {
    if (left <= 0) break
    kept.push(part.subarray(0, left))
    left -= part.length
  }
  return kept
}

/** The same bytes in chunks of `size`; 1 cuts inside every multi-byte character. */
export function splitEvery(chunks: Chunks, size: number): Uint8Array[] {
  const bytes = joinChunks(chunks)
  const split: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += size) split.push(bytes.subarray(start, start + size))
  return split
}

/** The same bytes cut at the given offsets; those outside or out of order make empty chunks of no meaning. */
export function splitAt(chunks: Chunks, offsets: readonly number[]): Uint8Array[] {
  const bytes = joinChunks(chunks)
  const bounds = [0, ...offsets, bytes.length]
  return bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end))
}

/** The same bytes with others put in at an offset. */
export function insertAt(chunks: Chunks, offset: number, garbage: string | Uint8Array): Uint8Array[] {
  const [before = new Uint8Array(), behind = new Uint8Array()] = splitAt(chunks, [offset])
  return [before, toBytes(garbage), behind]
}

/** A body that fails with `error` after so many bytes; by default with what Node's `fetch` throws for a broken socket. */
export async function* failAfter(
  body: Body,
  bytes: number,
  error: unknown = socketError(),
): AsyncGenerator<Uint8Array> {
  yield* takeBytes(body, bytes)
  throw error
}

/** A body that goes silent after so many bytes and stays open until `released` settles; then the rest never comes. */
export async function* stallAfter(
  body: Body,
  bytes: number,
  released: PromiseLike<unknown>,
): AsyncGenerator<Uint8Array> {
  yield* takeBytes(body, bytes)
  await released
}

async function* takeBytes(body: Body, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of body) {
    if (left <= 0) return
    yield chunk.subarray(0, left)
    left -= chunk.length
  }
}

/** What Node's `fetch` throws while a body is read: `TypeError: terminated`, with the reason's code on its cause. */
export function socketError(code = 'UND_ERR_SOCKET', message = 'other side closed'): TypeError {
  return new TypeError('terminated', { cause: Object.assign(new Error(message), { code }) })
}
