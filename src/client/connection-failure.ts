import { APIConnectionError, APIConnectionTimeoutError } from '../errors/connection-error.js'
import { MillraceError } from '../errors/millrace-error.js'

interface Advice {
  codes: RegExp
  advice: string
  /** Default `true`. `false`: another attempt would end the same way. */
  retryable?: boolean
}

/** Codes of Node, undici, Bun and Deno; the first that matches counts. */
const advices: Advice[] = [
  {
    codes: /ECONNREFUSED|ConnectionRefused|EADDRNOTAVAIL/,
    advice: 'Nothing listens there: check that the server runs and that baseURL has the right host and port.',
  },
  {
    codes: /ENOTFOUND|DNSException|EAI_/,
    advice: 'The host name was not found: check baseURL, and the network if the name is right.',
  },
  {
    codes: /CERT|SELF_SIGNED|VERIFY|ERR_TLS|ERR_SSL|EPROTO/,
    advice:
      'The TLS certificate or protocol was refused: check https in baseURL; a private authority must be made known to the runtime (on Node: NODE_EXTRA_CA_CERTS).',
    retryable: false,
  },
  {
    codes: /ERR_INVALID_URL|ERR_INVALID_PROTOCOL/,
    advice: 'A relative baseURL works in browsers only; elsewhere it must begin with http:// or https://.',
    retryable: false,
  },
  {
    codes: /ECONNRESET|EPIPE|UND_ERR_SOCKET|ConnectionClosed/,
    advice: 'The server, or a proxy before it, closed the connection without an answer.',
  },
  {
    codes: /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN/,
    advice: 'The server was not reached: check the network, proxies and firewalls.',
  },
]

const noAdvice: Advice = {
  codes: /^$/,
  advice:
    'Check that baseURL is right and reachable; in a browser, that the server allows this origin (CORS).',
}

/** What it means that `fetch` gave no response. Errors of ours pass through. */
export function connectionFailure(cause: unknown, target: string): MillraceError {
  if (MillraceError.isInstance(cause)) return cause
  const failure = innermostFailure(cause)
  if (failure.code === 'UND_ERR_HEADERS_TIMEOUT') return headersTimeout(target, cause)
  const { advice, retryable = true } = advices.find(({ codes }) => codes.test(failure.code)) ?? noAdvice
  const detail = [failure.code || failure.message, failure.address].filter(Boolean).join(' ')
  return new APIConnectionError(
    `Connection error: no answer from ${target}${detail && ` (${detail})`}. ${advice}`,
    { cause, retryable },
  )
}

/** What it means that the body of an answer broke off. Errors of ours, such as an abort, pass through. */
export function bodyFailure(cause: unknown): MillraceError {
  if (MillraceError.isInstance(cause)) return cause
  const { code, message } = innermostFailure(cause)
  const detail = code || message || String(cause)
  return new APIConnectionError(`The connection broke while the answer was being read (${detail}).`, {
    cause,
  })
}

function headersTimeout(target: string, cause: unknown): APIConnectionTimeoutError {
  return new APIConnectionTimeoutError(
    `Node's fetch stopped waiting for the response headers of ${target} (UND_ERR_HEADERS_TIMEOUT, 300 s by default), ` +
      "before this client's own timeout. Stream the response, or pass fetchOptions.dispatcher: a new Agent({ headersTimeout: 0 }) of undici.",
    { cause },
  )
}

interface Failure {
  code: string
  message: string
  address: string
}

/** Runtimes wrap the reason: `fetch failed` ← AggregateError, one for each address ← the socket's error. */
function innermostFailure(error: unknown): Failure {
  const failure: Failure = { code: '', message: '', address: '' }
  for (let depth = 0, at = error; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    failure.code ||= textIn(at, 'code')
    failure.message = textIn(at, 'message') || failure.message
    failure.address ||= addressIn(at)
    at = ('cause' in at && at.cause) || ('errors' in at && Array.isArray(at.errors) && at.errors[0])
  }
  return failure
}

function addressIn(error: object): string {
  const host = textIn(error, 'address') || textIn(error, 'hostname')
  const port = 'port' in error && typeof error.port === 'number' ? `:${error.port}` : ''
  return host.includes(':') && port ? `[${host}]${port}` : host + port
}

function textIn(error: object, key: 'code' | 'message' | 'address' | 'hostname'): string {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : ''
}
