import { MillraceError } from '../errors/millrace-error.js'
import { readEnvironment } from './environment.js'
import { type APIKey, createFetchTransport, type Fetch, type FetchOptions } from './fetch-transport.js'
import { type HeadersInput, mergeHeaders } from './headers.js'
import type { CallDefaults } from './options.js'
import { createResponses } from './create-responses.js'
import type { Responses } from './responses.js'
import { parseBaseURL, type Query } from './url.js'

/** How a client reaches its server; each call can override what {@link CallDefaults} names. */
export interface MillraceOptions extends CallDefaults {
  /**
   * Default: the environment variable `OPENAI_API_KEY`. A function is asked for each attempt; `null`
   * sends no authorization header (a browser that has a cookie, a server without keys).
   */
  apiKey?: APIKey | undefined
  /**
   * Default: the environment variable `OPENAI_BASE_URL`, else `https://api.openai.com/v1`. A query
   * (`?api-version=…`) is kept on every request; in a browser it may be a path such as `/api/v1`.
   */
  baseURL?: string | undefined
  /** Sent as `openai-organization`. */
  organization?: string | undefined
  /** Sent as `openai-project`. */
  project?: string | undefined
  /** Sent with every request; `null` removes a header that would be sent. */
  defaultHeaders?: HeadersInput | undefined
  defaultQuery?: Query | undefined
  /** Instead of the runtime's own. */
  fetch?: Fetch | undefined
  fetchOptions?: FetchOptions | undefined
}

const openAI = 'https://api.openai.com/v1'

/**
 * A client of the Responses API, of OpenAI or of any server that speaks it.
 *
 * Throws `missing_api_key` without a key, and `invalid_argument` for a base URL that is none. The
 * key is kept out of the object, so that logging a client does not leak it.
 *
 * @example
 * const client = new Millrace()
 * const stream = client.responses.stream({ model: 'gpt-5.6', input: 'Why do streams need numbers?' })
 * for await (const text of stream.textStream()) process.stdout.write(text)
 */
export class Millrace {
  /** Without a trailing slash and without its query. */
  readonly baseURL: string
  readonly responses: Responses

  constructor(options: MillraceOptions = {}) {
    const baseURL = parseBaseURL(options.baseURL ?? readEnvironment('OPENAI_BASE_URL') ?? openAI)
    const transport = createFetchTransport({
      baseURL,
      apiKey: apiKeyOf(options.apiKey),
      headers: mergeHeaders(accountHeaders(options), options.defaultHeaders),
      query: options.defaultQuery,
      fetch: options.fetch,
      fetchOptions: options.fetchOptions,
    })
    this.baseURL = baseURL.root
    const { maxRetries, timeout, strict, hooks } = options
    this.responses = createResponses({ transport, maxRetries, timeout, strict, hooks })
  }
}

function apiKeyOf(option: APIKey | undefined): APIKey {
  const apiKey = option === undefined ? readEnvironment('OPENAI_API_KEY') : option
  if (apiKey !== undefined && apiKey !== '') return apiKey
  throw new MillraceError(
    'missing_api_key',
    'No API key. Pass apiKey or set OPENAI_API_KEY; apiKey: null sends none (a browser with a cookie, a server without keys).',
  )
}

function accountHeaders({ organization, project }: MillraceOptions): HeadersInput {
  return { 'openai-organization': organization, 'openai-project': project }
}
