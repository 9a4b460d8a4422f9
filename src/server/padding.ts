import { DONE, parseEvent } from '../events/parse.js'
import type { ResponseCreateParams } from '../events/params.js'
import { encodeEvent } from '../sse/encoder.js'
import { SSEDecoder } from '../sse/decoder.js'
import { obfuscated } from './obfuscation.js'
import type { ResolvedOptions } from './options.js'

/** Whether the stream that answers a request has its deltas padded. */
export function isPadded({ obfuscation, backend }: ResolvedOptions, params: ResponseCreateParams): boolean {
  if (params.background !== true && backend.verbatim === true) return false
  return params.stream_options?.include_obfuscation ?? (obfuscation && params.background !== true)
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** A kept event with padding, for one reader. What needs none is not copied. */
export function paddedBytes(bytes: Uint8Array, eventLine: boolean): Uint8Array {
  const text = decoder.decode(bytes)
  if (!text.includes('.delta"')) return bytes
  const [sse] = new SSEDecoder().feed(text)
  const event = sse && parseEvent(sse)
  if (event === undefined || event === DONE) return bytes
  const padded = obfuscated(event)
  return padded === event ? bytes : encoder.encode(encodeEvent(padded, { eventLine }))
}
