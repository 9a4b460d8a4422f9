/** Credentials, cookies, and what describes one connection or one body. */
const never =
  /^(?:authorization|proxy-.*|cookie|set-cookie|host|content-.*|transfer-encoding|te|trailer|upgrade|connection|keep-alive|accept.*|.*api-?key.*|idempotency-key|www-authenticate|expect|forwarded|x-forwarded-.*|x-real-ip|access-control-.*|sec-.*)$/i

/** The headers that may go from one connection to another: credentials never do, nor what is about the connection itself. */
export function passableHeaders(headers: Headers): Headers {
  const passable = new Headers()
  for (const [name, value] of headers) if (!never.test(name)) passable.set(name, value)
  return passable
}

/**
 * The passable ones among the headers of a list.
 *
 * @param names a name that ends in `*` stands for all that begin like it.
 */
export function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const [name, value] of passableHeaders(headers)) {
    if (names.some((pattern) => isMatch(pattern.toLowerCase(), name))) picked[name] = value
  }
  return picked
}

function isMatch(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
