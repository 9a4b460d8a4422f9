/** Shorter ones are placeholders ("none", "test"), and taking them out would spoil ordinary words. */
const shortestSecret = 8
/** Keys may rotate with every request; those of requests still under way matter. */
const remembered = 32

export interface Redactor {
  remember(secret: string): void
  redact(text: string): string
}

/** Servers quote a wrong key back at whoever sent it. It must not reach errors, and from there logs. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  return {
    remember(secret) {
      if (secret.length < shortestSecret || secrets.has(secret)) return
      secrets.add(secret)
      const [oldest] = secrets
      if (secrets.size > remembered && oldest !== undefined) secrets.delete(oldest)
    },
    redact(text) {
      for (const secret of secrets) text = text.replaceAll(secret, '[redacted]')
      return text
    },
  }
}

const credentialHeaders = ['authorization', 'proxy-authorization', 'api-key', 'x-api-key']

/** The credentials among the headers of a request; of `Bearer abc`, `abc`. */
export function secretsIn(headers: Headers): string[] {
  return credentialHeaders.flatMap((name) => headers.get(name)?.split(' ').at(-1) ?? [])
}

const likelyKeys = /\bsk-[\w-]{8,}|\beyJ[\w-]{8,}(?:\.[\w-]+)*|(\bbearer\s+)(?=\S*\d)[\w.~+/=-]{8,}/gi

/** For texts that may quote a key which nobody has told us: takes out what is shaped like one. */
export function redactLikelyKeys(text: string): string {
  return text.replace(likelyKeys, '$1[redacted]')
}
