import { APIError } from '../errors/api-error.js'
import { excerptLength, mediaTypeOf, pageHint } from './body-text.js'

/** A 2xx answer that is not what was asked for; `error` holds its first 512 characters, content type and page title. */
export function contentTypeError(response: globalThis.Response, text: string, expected: string): APIError {
  const contentType = mediaTypeOf(response.headers)
  const { title, hint } = pageHint(text)
  const start = text.trim() === '' ? '' : ` It begins: ${JSON.stringify(text.slice(0, 120))}`
  return new APIError({
    message: `${expected} Got ${contentType || 'a body without content type'} with status ${response.status}.${hint}${start}`,
    status: response.status,
    headers: response.headers,
    code: 'unexpected_content_type',
    error: { message: text.slice(0, excerptLength), content_type: contentType, title },
  })
}
