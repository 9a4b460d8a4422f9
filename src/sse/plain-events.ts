import type { ServerSentEvent } from './server-sent-event.js'

const lineFeed = 0x0a

/**
 * The fast path: whole blocks of the form that nearly every stream has throughout,
 *
 *     event: NAME␊data: DATA␊␊      or      data: DATA␊␊
 *
 * in a text without CR. Appends their events, and returns where the first block of another form
 * begins, which is left to the general path.
 */
export function readPlainEvents(text: string, position: number, events: ServerSentEvent[]): number {
  for (;;) {
    let name: string | undefined
    let data = position
    if (isEventLine(text, position)) {
      const end = text.indexOf('\n', position + 7)
      if (end <= position + 7) return position
      name = text.slice(position + 7, end)
      data = end + 1
    }
    if (!isDataLine(text, data)) return position
    const end = text.indexOf('\n', data + 6)
    if (end <= data + 6 || text.charCodeAt(end + 1) !== lineFeed) return position
    const value = text.slice(data + 6, end)
    events.push(name === undefined ? { data: value } : { event: name, data: value })
    position = end + 2
  }
}

// Unit by unit: `startsWith` is a call into the engine, and costs twice as much as the seven reads.

function isEventLine(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x65 &&
    text.charCodeAt(at + 1) === 0x76 &&
    text.charCodeAt(at + 2) === 0x65 &&
    text.charCodeAt(at + 3) === 0x6e &&
    text.charCodeAt(at + 4) === 0x74 &&
    text.charCodeAt(at + 5) === 0x3a &&
    text.charCodeAt(at + 6) === 0x20
  )
}

function isDataLine(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x64 &&
    text.charCodeAt(at + 1) === 0x61 &&
    text.charCodeAt(at + 2) === 0x74 &&
    text.charCodeAt(at + 3) === 0x61 &&
    text.charCodeAt(at + 4) === 0x3a &&
    text.charCodeAt(at + 5) === 0x20
  )
}
