type Describe = (host: string, code: string) => string

const unreachable: Describe = (host, code) =>
  `There is no way to ${host} (${code}). Check the network connection.`
const broken: Describe = (host, code) => `The connection to ${host} broke (${code}).`
const untrusted: Describe = (host, code) => `The certificate of ${host} is not trusted (${code}).`

const byCode: Record<string, Describe> = {
  ENOTFOUND: (host, code) =>
    `There is no host called ${host} (${code}). Check --base-url and the network connection.`,
  EAI_AGAIN: (host, code) =>
    `The name ${host} could not be looked up (${code}). Check the network connection.`,
  ECONNREFUSED: (host, code) => `Nothing answers at ${host} (${code}). Is the server running?`,
  ENETUNREACH: unreachable,
  EHOSTUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  // Not a code but all that fetch says of it.
  'bad port': (host, reason) =>
    `fetch refuses the port of ${host}, which is kept for another protocol (${reason}). Let the server listen on another one.`,
  ECONNRESET: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
}

/** What a system or HTTP client error means for the host that was asked; undefined if it is none of theirs. */
export function describeNetworkError(error: unknown, host: string): string | undefined {
  const code = networkCode(error)
  return code === undefined ? undefined : byCode[code]?.(host, code)
}

/** The innermost code that means something here. `fetch` wraps the cause, which may wrap several attempts. */
function networkCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const inner = 'cause' in error ? networkCode(error.cause) : undefined
  const attempts = error instanceof AggregateError ? error.errors.map(networkCode).find(Boolean) : undefined
  const names = ['code' in error && error.code, 'message' in error && error.message]
  const own = names.find((name): name is string => typeof name === 'string' && name in byCode)
  return inner ?? attempts ?? own
}
