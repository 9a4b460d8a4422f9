import type { Chunk } from '../sse/body.js'
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

/** Reads such events: each line is the data of one. */
export function createJSONLinesDecoder(): {
  feed(chunk: Chunk): ServerSentEvent[]
  end(): ServerSentEvent[]
} {
  const decoder = new TextDecoder()
  let pieces: string[] = []

  function linesOf(text: string): ServerSentEvent[] {
    const [first = '', ...others] = text.split('\n')
    pieces.push(first)
    const lines: string[] = []
    for (const line of others) {
      lines.push(pieces.join(''))
      pieces = [line]
    }
    return lines.flatMap((data) => (data.trim() === '' ? [] : [{ data }]))
  }

  return {
    feed: (chunk) => linesOf(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })),
    /** The last line may lack its end; whether it is whole, its JSON tells. */
    end: () => linesOf(`${decoder.decode()}\n`).map((last) => ({ ...last, unterminated: true })),
  }
}
