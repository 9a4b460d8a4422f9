import { replayResponse, type ReplayOptions } from './replay.js'

/** Has the shape that `serve` of `millrace/server` takes. */
export interface ReplayServer {
  fetch(request: Request): Promise<Response | undefined>
  /** Ends the replays that are running. */
  close(): Promise<void>
  /** It asks nobody who they are, so it is for this machine only. */
  readonly loopbackOnly: true
}

/**
 * Answers every `POST …/responses` and every `GET …/responses/{id}` with one recorded stream, byte
 * for byte, whatever the request asks. Other paths and methods are not its own (undefined).
 *
 * @example
 * const server = await serve(createReplayServer(await readCapture('stream.sse')), { port: 8080 })
 */
export function createReplayServer(capture: Uint8Array, options: ReplayOptions = {}): ReplayServer {
  const closing = new AbortController()
  const signal =
    options.signal === undefined ? closing.signal : AbortSignal.any([closing.signal, options.signal])
  return {
    loopbackOnly: true,
    fetch: async (request) => (isOurs(request) ? replayResponse(capture, { ...options, signal }) : undefined),
    close: async () => closing.abort(),
  }
}

const paths: Record<string, RegExp> = {
  POST: /\/responses\/?$/,
  GET: /\/responses\/[^/]+$/,
}

function isOurs(request: Request): boolean {
  return paths[request.method]?.test(new URL(request.url).pathname) ?? false
}
