/** How a scripted body ends: cleanly, by a broken connection, or not at all. */
export type ScriptEnd = 'eof' | 'reset' | 'hang'

/**
 * One step of a scripted body: bytes to write (a string is UTF-8), a pause in ms or until a promise
 * settles, or the end. A script without an end step ends with `eof`.
 */
export type Step = string | Uint8Array | { wait: number | PromiseLike<unknown> } | { end: ScriptEnd }

/** What a scripted server or a scripted fetch answers to one request. */
export interface ScriptedAnswer {
  /** Default 200. */
  status?: number
  /** Default `content-type: text/event-stream; charset=utf-8`; an empty object sends none. */
  headers?: Record<string, string>
  /** Held back until this settles: neither status nor headers go out before. */
  after?: PromiseLike<unknown>
  /** What the body does. Without steps there is none: empty from a server, null from a fetch. */
  steps?: readonly Step[]
}

/** Answers by number of the request (the last one is repeated), or by the request itself. */
export type Script<Request> =
  | readonly ScriptedAnswer[]
  | ((request: Request, index: number) => ScriptedAnswer | PromiseLike<ScriptedAnswer>)

/** An answer with a JSON body, such as an error before the stream. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): ScriptedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    steps: [JSON.stringify(body)],
  }
}

/** The answer of a script for its `index`th request, counted from 0. */
export async function answerFor<Request>(
  script: Script<Request>,
  request: Request,
  index: number,
): Promise<ScriptedAnswer> {
  const answer =
    typeof script === 'function' ? await script(request, index) : (script[index] ?? script.at(-1))
  if (answer === undefined) throw new TypeError('A script needs at least one answer.')
  await answer.after
  return answer
}

export function headersOf(answer: ScriptedAnswer): Record<string, string> {
  return answer.headers ?? { 'content-type': 'text/event-stream; charset=utf-8' }
}

const encoder = new TextEncoder()

export function toBytes(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === 'string' ? encoder.encode(chunk) : chunk
}
