import type { ServerResponse } from 'node:http'

/** Writes a body into a response of Node, whose headers have been sent, until it ends or the client leaves. */
export type WriteBody = (outgoing: ServerResponse) => Promise<void>

const writers = new WeakMap<Response, WriteBody>()

/**
 * Lets `serve` write the body of this response itself. A web stream between would cost each of many
 * readers more than the write does; wherever else the response goes, its body is the web stream.
 */
export function writesDirectly(response: Response, write: WriteBody): Response {
  writers.set(response, write)
  return response
}

/** How to write the body of a response that can be written directly. */
export function directWriter(response: Response): WriteBody | undefined {
  return writers.get(response)
}
