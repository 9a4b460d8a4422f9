import { HTTPError, invalidRequest } from './http-error.js'

/**
 * The JSON object in the body of a request, of at most `limit` bytes.
 *
 * hono's own body limit rebuilds a request that came without a length, which fails for the requests
 * of its Node adapter and would lose their signal.
 */
export async function readJSON(request: Request, limit: number): Promise<Record<string, unknown>> {
  requireReadable(request.headers)
  const text = await readText(request, limit)
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('The body of the request must be a JSON object.')
  }
  requireShallow(value, deepest)
  return { ...value }
}

/** More than any schema needs, and less than what overflows the stack of whoever writes it as JSON. */
const deepest = 500

function requireShallow(value: object, levels: number): void {
  if (levels === 0)
    throw invalidRequest(`The body of the request is nested more than ${deepest} levels deep.`)
  const inside: unknown[] = Object.values(value)
  for (const inner of inside) {
    if (typeof inner === 'object' && inner !== null) requireShallow(inner, levels - 1)
  }
}

/**
 * A browser sends what a form can send to any server, without asking that server first. A page of somebody else
 * could so start a run on a server that knows its clients by their address alone. Programs that are no browsers
 * often send no type, or a wrong one.
 */
function requireReadable(headers: Headers): void {
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    throw unsupported(`The body of the request has the content-encoding '${encoding}'. Send it without one.`)
  const type = headers.get('content-type') ?? ''
  if (headers.has('origin') && !/^application\/(?:[\w.-]+\+)?json(?:;|$)/i.test(type.trim()))
    throw unsupported(`Unsupported content-type: '${type}'. Send 'application/json'.`)
}

function unsupported(message: string): HTTPError {
  return new HTTPError({ status: 415, message, code: 'unsupported_media_type' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const what =
      text.trim() === '' ? 'The body of the request is empty' : 'The body of the request is not valid JSON'
    throw new HTTPError({ status: 400, message: `${what}. Send the parameters as a JSON object.`, cause })
  }
}

async function readText(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit)
  const reader = request.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength
    if (size > limit) {
      await reader.cancel().catch(() => undefined)
      throw tooLarge(limit)
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

function tooLarge(limit: number): HTTPError {
  return new HTTPError({
    status: 413,
    message: `The body of the request is larger than ${limit} bytes, the limit of this server.`,
    code: 'request_too_large',
  })
}
