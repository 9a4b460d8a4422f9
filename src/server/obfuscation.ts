import type { RunEvent } from './run/run-event.js'

/** Delta and padding together have a length that is a multiple of this, in UTF-16 units. */
const block = 16
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-abcdefghijklmnopqrstuvwxyz'

/** Deltas that go without, as on the API itself. */
const bare = new Set(['response.refusal.delta', 'response.audio.delta', 'response.audio.transcript.delta'])

/** Pads a text delta with random characters, so that an eavesdropper cannot tell tokens by their length. */
export function obfuscated(event: RunEvent): RunEvent {
  if (
    !event.type.endsWith('.delta') ||
    !('delta' in event) ||
    typeof event.delta !== 'string' ||
    bare.has(event.type)
  )
    return event
  return Object.assign({}, event, { obfuscation: randomText((block - (event.delta.length % block)) % block) })
}

// Asking for random bytes costs far more than the bytes do, so they are asked for by the thousand.
const pool = new Uint8Array(4096)
let used = pool.length

function randomText(length: number): string {
  if (used + length > pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let text = ''
  for (const byte of pool.subarray(used, used + length)) text += alphabet[byte % alphabet.length]
  used += length
  return text
}
