import { APIError } from '../errors/api-error.js'
import { excerptOf, mediaTypeOf } from './body-text.js'

/** A 2xx answer that is not what was asked for; `error` holds its first 512 characters, content type and page title. */
export function contentTypeError(response: globalThis.Response, text: string, expected: string): APIError {
  const content_type = mediaTypeOf(response.headers)
  const { message, title, hint } = excerptOf(text)
  return new APIError({
    message: `${expected} Got ${content_type || 'a body without content type'} with status ${response.status}.${hint}`,
    status: response.status,
    headers: response.headers,
    code: 'unexpected_content_type',
    error: { message, content_type, title },
  })
}
