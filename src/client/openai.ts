import { createOpenAITransport, type OpenAIClient } from './openai-transport.js'
import type { CallDefaults } from './options.js'
import { createResponses } from './create-responses.js'
import type { Responses } from './responses.js'

export type { OpenAIClient } from './openai-transport.js'

/**
 * The responses of millrace over an `openai` client (6.x or 7.x, subclasses such as `AzureOpenAI`
 * included) that the application already has: its credentials, base URL, headers and `fetch`;
 * streams, snapshots, errors and retries of millrace. `maxRetries` and `timeout` are the client's
 * own unless given here.
 *
 * @example
 * import OpenAI from 'openai'
 * import { responses } from 'millrace/openai'
 *
 * const api = responses(new OpenAI())
 * const text = await api.stream({ model: 'gpt-5.6', input: 'Hello' }).text()
 */
export function responses(client: OpenAIClient, options: CallDefaults = {}): Responses {
  const { maxRetries = client.maxRetries, timeout = client.timeout, strict, hooks } = options
  return createResponses({ transport: createOpenAITransport(client), maxRetries, timeout, strict, hooks })
}
