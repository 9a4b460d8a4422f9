import { APIConnectionError, APIConnectionTimeoutError } from '../errors/connection-error.js'
import { failureCause } from '../errors/failure-cause.js'
import { MillraceError } from '../errors/millrace-error.js'

type Advice = readonly [reasons: RegExp, advice: string, final?: 'final']

/**
 * Codes of Node, undici, Bun and Deno (or messages, where there is no code), with what to do; the first that matches counts. After a `final`
 * one, another attempt would end the same way.
 */
const advices: readonly Advice[] = [
  [
    /ECONNREFUSED|ConnectionRefused|EADDRNOTAVAIL/,
    'Nothing listens there: check that the server runs, and host and port in baseURL.',
  ],
  [/ENOTFOUND|DNSException|EAI_/, 'The host name was not found: check baseURL and the network.'],
  [
    /CERT|SELF_SIGNED|VERIFY|ERR_TLS|ERR_SSL|EPROTO/,
    'TLS was refused: check https in baseURL; a private authority must be made known to the runtime (Node: NODE_EXTRA_CA_CERTS).',
    'final',
  ],
  [
    /ERR_INVALID_URL|ERR_INVALID_PROTOCOL/,
    'Outside a browser, baseURL must begin with http:// or https://.',
    'final',
  ],
  [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET|ConnectionClosed/,
    'The server or a proxy closed the connection without an answer.',
  ],
  [
    /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN/,
    'The server was not reached: check the network, proxies and firewalls.',
  ],
  [
    /redirect/i,
    'The server redirects in a circle, or where no redirect is allowed: check scheme, host and path in baseURL.',
    'final',
  ],
  [
    /^bad port$/i,
    '`fetch` refuses this port, which is kept for another protocol: let the server listen on another one.',
    'final',
  ],
]
const noAdvice: Advice = [
  /$/,
  'Check that baseURL can be reached; in a browser, that the server allows this origin (CORS).',
]

/** What it means that `fetch` gave no response. Errors of ours pass through. */
export function connectionFailure(cause: unknown, target: string): MillraceError {
  if (MillraceError.isInstance(cause)) return cause
  const { code, message, address } = failureCause(cause)
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return new APIConnectionTimeoutError(
      `Node's fetch stopped waiting for the response headers of ${target} (${code}, 300 s by default). ` +
        'Stream the response, or pass fetchOptions.dispatcher: a new Agent({ headersTimeout: 0 }) of undici.',
      { cause },
    )
  }
  const [, advice, final] = advices.find(([reasons]) => reasons.test(code || message)) ?? noAdvice
  const detail = `${code || message} ${address}`.trim()
  return new APIConnectionError(
    `Connection error: no answer from ${target}${detail && ` (${detail})`}. ${advice}`,
    { cause, retryable: !final },
  )
}
