/** What a runtime says of a failed connection. Empty where it says nothing. */
export interface FailureCause {
  code: string
  message: string
  /** `host:port` */
  address: string
}

/** Runtimes wrap the reason: `fetch failed` ← AggregateError, one for each address ← the socket's error. */
export function failureCause(error: unknown): FailureCause {
  const found: FailureCause = { code: '', message: '', address: '' }
  for (let depth = 0, at = error; depth < 5 && isObject(at); depth++) {
    found.code ||= textOf(at.code)
    found.message = textOf(at.message) || found.message
    found.address ||= addressOf(textOf(at.address) || textOf(at.hostname), at.port)
    at = at.cause || (Array.isArray(at.errors) && at.errors[0])
  }
  return found
}

function addressOf(host: string, port: unknown): string {
  if (typeof port !== 'number') return host
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
