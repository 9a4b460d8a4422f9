import { HTTPError, invalidRequest } from './http-error.js'

/**
 * The JSON object in the body of a request, of at most `limit` bytes.
 *
 * hono's own body limit rebuilds a request that came without a length, which fails for the requests
 * of its Node adapter and would lose their signal.
 */
export async function readJSON(request: Request, limit: number): Promise<Record<string, unknown>> {
  const text = await readText(request, limit)
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('The body of the request must be a JSON object.')
  }
  return { ...value }
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
