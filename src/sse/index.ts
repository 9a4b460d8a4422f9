export { type ChunkReader, type ChunkSource, decodeSSE, readChunks } from './body.js'
export { SSEDecoder, type SSEDecoderOptions, type SSERule } from './decoder.js'
export { comment, encodeEvent, type EncodeEventOptions, encodeSSE, type SSEFields } from './encoder.js'
export type { ServerSentEvent } from './server-sent-event.js'
