import type { Response, WireResponse } from '../events/response.js'
import { outputText } from '../snapshot/output-text.js'
import { readJSONAnswer } from './json-answer.js'
import type { Redact } from '../errors/redact-headers.js'
import type { FetchResponse } from './transport.js'
import { unexpectedAnswer } from './unexpected-answer.js'

/** The Response object in a 2xx JSON answer, completed with what no server sends. */
export async function readResponse(http: FetchResponse, redact: Redact): Promise<Response> {
  const value = await readJSONAnswer(http, redact)
  if (!isWireResponse(value))
    throw unexpectedAnswer(http, JSON.stringify(value), 'Expected a Response object.', redact)
  const output = value.output ?? []
  return { ...value, output, output_text: outputText(output) }
}

function isWireResponse(value: object): value is WireResponse {
  return (
    ('object' in value && value.object === 'response') || ('output' in value && Array.isArray(value.output))
  )
}
