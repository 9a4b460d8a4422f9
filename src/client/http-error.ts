import { type APIError, type APIErrorBody, apiErrorFromStatus } from '../errors/api-error.js'
import { excerptLength, excerptOf, parseJSON, readErrorText } from '../stream/body-text.js'
import { errorBodyOf } from '../stream/error-body.js'
import { type Redact, redactHeaders } from '../errors/redact-headers.js'
import type { FetchResponse } from './transport.js'

/** What to check, by status, when the server's own words may not say it. */
const hints: Record<number, string> = {
  401: 'Check that apiKey (or OPENAI_API_KEY) is for this server, and baseURL.',
  404: 'If nothing is found at all, check the path in baseURL: it usually ends in /v1.',
}

/** An API that says what was not found was found itself. */
function hintFor(status: number, body: APIErrorBody | undefined): string | undefined {
  const isAboutTheURL = typeof body?.code !== 'string' || body.code === 'unknown_url'
  return status !== 404 || isAboutTheURL ? hints[status] : undefined
}

/** An answer with a status other than 2xx, as the error it is. Reads the body. */
export async function httpError(response: FetchResponse, url: string, redact: Redact): Promise<APIError> {
  const text = redact(await readErrorText(response))
  const { body, message } = explain(text)
  const hint = hintFor(response.status, body)
  const advice = hint === undefined ? '' : ` (${url}) ${hint}`
  return apiErrorFromStatus(response.status, body, redactHeaders(response.headers, redact), message + advice)
}

interface Explained {
  body: APIErrorBody | undefined
  message: string
}

function explain(text: string): Explained {
  const trimmed = text.trim()
  if (trimmed === '') return { body: undefined, message: 'status code (no body)' }
  const body = errorBodyOf(parseJSON(trimmed))
  if (body !== undefined) return { body, message: messageOf(body) }
  const { message, title, hint } = excerptOf(trimmed)
  if (!/^<(!doctype|html|head|body|\?xml)/i.test(trimmed)) return { body: { message }, message }
  return { body: { message, title }, message: `The server answered with a page.${hint}` }
}

function messageOf(body: APIErrorBody): string {
  const { message, detail } = body
  const said = [message, detail].find((text) => typeof text === 'string' && text !== '')
  return typeof said === 'string' ? said : JSON.stringify(message ?? body).slice(0, excerptLength)
}
