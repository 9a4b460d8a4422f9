import { bodyOf } from '../lib/body.mjs'
import { count, createTally } from '../lib/checksum.mjs'

/** `JSON.parse` of the payloads, which are ready as strings. @param {string[]} payloads */
export function parseOnly(payloads) {
  const tally = createTally()
  for (const payload of payloads) {
    const event = JSON.parse(payload)
    count(tally, event.delta ?? event.type)
  }
  return tally
}

/** The body read and thrown away. @param {Uint8Array[]} chunks */
export async function readOnly(chunks) {
  const reader = bodyOf(chunks).body.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes += value.length
  }
}
