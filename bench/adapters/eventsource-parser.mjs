import { createParser } from 'eventsource-parser'
import { count, createTally } from '../lib/checksum.mjs'

function feed(chunks, onEvent) {
  const parser = createParser({ onEvent })
  const decoder = new TextDecoder()
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }))
  parser.feed(decoder.decode())
}

/** Bytes pushed in, server-sent events out: a streaming `TextDecoder` before it, as its manual shows. */
export function decode(chunks) {
  const tally = createTally()
  feed(chunks, ({ data }) => count(tally, data))
  return tally
}

export function decodeAndParse(chunks) {
  const tally = createTally()
  feed(chunks, ({ data }) => {
    const event = JSON.parse(data)
    count(tally, event.delta ?? event.type)
  })
  return tally
}

/** A body read and parsed, with a callback: what one writes by hand around it. */
export async function readAndParse(body, onEvent) {
  const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data)) })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
  }
}
