import { EventTooLargeError } from '../errors/stream-error.js'
import type { Chunk } from '../sse/body.js'
import type { SSEDecoder } from '../sse/decoder.js'
import type { ServerSentEvent } from '../sse/server-sent-event.js'

/** Whether a text begins like events one to a line, as `toReadableStream()` here and in the official SDK writes them. */
export function looksLikeJSONLines(text: string): boolean {
  return /^\uFEFF?\s*\{\s*"type"\s*:\s*"response\./.test(text)
}

/**
 * Whether a body that begins with this chunk has its events one to a line: no field of a server-sent
 * event begins with a brace. Undefined for a chunk that is blank.
 */
export function beginsWithBrace(chunk: Chunk): boolean | undefined {
  const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk.subarray(0, 64))
  const start = text.trimStart()
  return start === '' ? undefined : start.startsWith('{')
}

/**
 * Reads such events: each line is the data of one. `limit` is the longest line, in UTF-16 units; as with
 * `SSEDecoder`, what came before a line that passes it is given first, and the error is thrown by the next call.
 */
export function createJSONLinesDecoder(limit: number): Pick<SSEDecoder, 'feed' | 'end'> {
  const decoder = new TextDecoder()
  let pieces: string[] = []
  let held = 0
  let failure: EventTooLargeError | undefined

  function hold(piece: string): void {
    pieces.push(piece)
    held += piece.length
    if (held > limit) failure ??= new EventTooLargeError(limit, held)
  }

  function throwFailure(): void {
    if (failure) throw failure
  }

  function linesOf(text: string): ServerSentEvent[] {
    throwFailure()
    const events: ServerSentEvent[] = []
    const [first = '', ...others] = text.split('\n')
    hold(first)
    for (const line of others) {
      if (failure) break
      const data = pieces.join('')
      if (data.trim() !== '') events.push({ data })
      pieces = []
      held = 0
      hold(line)
    }
    if (failure) pieces = []
    if (events.length === 0) throwFailure()
    return events
  }

  return {
    feed: (chunk) => linesOf(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })),
    /** The last line may lack its end; whether it is whole, its JSON tells. */
    end: () => linesOf(`${decoder.decode()}\n`).map((last) => ({ ...last, unterminated: true })),
  }
}
