import { createNumbering, frame } from '../workloads/wire.mjs'

/** @typedef {import('../workloads/wire.mjs').WireEvent} WireEvent */

/**
 * What is measured, ready to be fed: the same stream as frames, as payloads and as chunks.
 *
 * @param {WireEvent[]} events
 */
export function createWorkload(events) {
  const numbered = events.map(createNumbering())
  const frames = numbered.map(frame)
  const bytes = Buffer.from(frames.join(''))
  return {
    events: numbered,
    frames,
    /** The `data` of each event. */
    payloads: numbered.map((event) => JSON.stringify(event)),
    bytes,
    /** @param {ChunkSize} size */
    chunks: (size) => (size === 'event' ? perEvent(frames) : slices(bytes, size)),
  }
}

/**
 * @typedef {'event' | number} ChunkSize one event a chunk, or that many bytes
 * @typedef {ReturnType<typeof createWorkload>} Workload
 */

/** @type {[name: string, size: ChunkSize][]} */
export const chunkSizes = [
  ['1 event', 'event'],
  ['1,400 B', 1_400],
  ['16 KiB', 16_384],
  ['64 KiB', 65_536],
]

// Copies in memory of their own, as a socket gives them; not views of one buffer.
function perEvent(frames) {
  const encoder = new TextEncoder()
  return frames.map((text) => encoder.encode(text))
}

/**
 * @param {Uint8Array} bytes
 * @param {number} size
 */
function slices(bytes, size) {
  /** @type {Uint8Array[]} */
  const chunks = []
  for (let at = 0; at < bytes.length; at += size) chunks.push(new Uint8Array(bytes.subarray(at, at + size)))
  return chunks
}
