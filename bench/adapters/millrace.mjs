import { count, createTally } from '../lib/checksum.mjs'
import { fetchOf } from '../lib/body.mjs'
import { Millrace, openPartial, parseEvent, SSEDecoder } from '../millrace.mjs'

/** How a Node program decodes UTF-8 when it brings its own decoder: `decodeText` of the options. */
export function decodeWithBuffer(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** Bytes pushed in, server-sent events out. */
export function decode(chunks, options) {
  const tally = createTally()
  const decoder = new SSEDecoder(options)
  for (const chunk of chunks) for (const { data } of decoder.feed(chunk)) count(tally, data)
  for (const { data } of decoder.end()) count(tally, data)
  return tally
}

/** Bytes pushed in, typed events out. */
export function decodeAndParse(chunks, options) {
  const tally = createTally()
  const decoder = new SSEDecoder(options)
  const noticeOptions = { onNotice() {} }
  for (const chunk of chunks) {
    for (const frame of decoder.feed(chunk)) {
      const event = parseEvent(frame, noticeOptions)
      count(tally, event.delta ?? event.type)
    }
  }
  return tally
}

function clientOf(chunks) {
  return new Millrace({ apiKey: 'key', fetch: fetchOf(chunks) })
}

const params = { model: 'gpt-5-mini', input: 'Hello' }

/** `create({ stream: true })`, read with `for await`. */
export async function iterate(chunks) {
  const tally = createTally()
  const stream = await clientOf(chunks).responses.create({ ...params, stream: true })
  for await (const event of stream) count(tally, event.delta ?? event.type)
  return tally
}

/** `stream()`, and nothing asked of it but the final response. */
export function finalResponse(chunks) {
  return clientOf(chunks).responses.stream(params).finalResponse()
}

/** `stream()`, every event read on the way to the final response; `snapshotEvery`: and the snapshot now and then. */
export async function readToFinal(chunks, { snapshotEvery = Infinity } = {}) {
  const stream = clientOf(chunks).responses.stream(params)
  let events = 0
  let read = 0
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta' && ++events % snapshotEvery === 0) {
      read += stream.snapshot.output.length
    }
  }
  return Object.assign(await stream.finalResponse(), { read })
}

/** The value after the last delta; it has one after each. @param {string[]} deltas */
export function partialValues(deltas) {
  const partial = openPartial()
  let last
  for (const delta of deltas) {
    partial.push(delta)
    last = partial.value
  }
  return last
}
