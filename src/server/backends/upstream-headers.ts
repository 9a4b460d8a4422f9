/** Credentials, cookies, and what describes one connection or one body: never passed on, whatever a list says. */
const never =
  /^(?:authorization|proxy-.*|cookie|set-cookie|host|content-.*|transfer-encoding|te|trailer|upgrade|connection|keep-alive|accept.*|.*api-?key.*|idempotency-key|www-authenticate|expect)$/i

/** The headers of a list, apart from those that are never passed on. */
export function pickHeaders(headers: Headers | undefined, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers?.get(name)
    if (typeof value === 'string' && !never.test(name)) picked[name.toLowerCase()] = value
  }
  return picked
}
