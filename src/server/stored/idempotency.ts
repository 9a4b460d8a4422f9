import type { IdempotencyKey } from '../../store/response-records.js'
import { HTTPError, invalidRequest } from '../http-error.js'

const idempotencyHeader = 'idempotency-key'

const longest = 255

/** The key of a request, and what makes it the same request: the body, and nothing else. */
export async function idempotencyOf(request: Request, body: object): Promise<IdempotencyKey | undefined> {
  const key = request.headers.get(idempotencyHeader)
  if (key === null || key === '') return undefined
  if (key.length > longest)
    throw invalidRequest(`The header '${idempotencyHeader}' is longer than ${longest} characters.`)
  const text = new TextEncoder().encode(JSON.stringify(body))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return { key, hash: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}

/** An answer that says that the key was honoured. */
export function echoKey(response: Response, idempotency: IdempotencyKey | undefined): Response {
  if (idempotency !== undefined) response.headers.set(idempotencyHeader, idempotency.key)
  return response
}

export function keyConflict(): HTTPError {
  return new HTTPError({
    status: 409,
    message: `This '${idempotencyHeader}' was used before, for a request with another body. Use a new key for a new request.`,
    code: 'idempotency_key_conflict',
  })
}
