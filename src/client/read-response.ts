import type { Response, WireResponse } from '../events/response.js'
import { readJSONAnswer } from './json-answer.js'
import type { FetchResponse, Redact } from './transport.js'
import { unexpectedAnswer } from './unexpected-answer.js'

/** The Response object in a 2xx JSON answer, completed with what no server sends. */
export async function readResponse(http: FetchResponse, redact: Redact): Promise<Response> {
  const value = await readJSONAnswer(http, redact)
  if (!isWireResponse(value))
    throw unexpectedAnswer(http, JSON.stringify(value), 'Expected a Response object.', redact)
  const output = value.output ?? []
  return { ...value, output, output_text: textOf(output) }
}

function isWireResponse(value: object): value is WireResponse {
  return (
    ('object' in value && value.object === 'response') || ('output' in value && Array.isArray(value.output))
  )
}

function textOf(output: Response['output']): string {
  let text = ''
  for (const item of output) {
    // Some gateways leave `content` out of a message that has none.
    if (item.type !== 'message' || !Array.isArray(item.content)) continue
    for (const part of item.content) if (part.type === 'output_text') text += part.text
  }
  return text
}
