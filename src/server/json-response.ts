import { failureOf } from './failure.js'

/** A JSON answer; the content type is the API's, without a charset. */
export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** The answer to a request that failed before anything was sent. */
export function errorResponse(thrown: unknown): Response {
  const { status, error, retryAfter } = failureOf(thrown)
  const headers: Record<string, string> = {}
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  return jsonResponse({ error }, status, headers)
}
