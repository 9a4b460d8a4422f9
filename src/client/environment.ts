/**
 * An environment variable, where the runtime has them. Blank counts as unset. Deno asks for a
 * permission and throws without it, which counts as unset too.
 */
export function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  try {
    return process?.env?.[name]?.trim() || undefined
  } catch {
    return undefined
  }
}

/**
 * Browsers, their workers and Electron's pages alone call themselves Mozilla; Node, Deno, Bun and
 * the edge runtimes do not. It matters for CORS: there, each header of ours that is not on the safe
 * list must be allowed by the server, and `accept-encoding` is not ours to set.
 */
export function isBrowser(): boolean {
  return typeof navigator === 'object' && (navigator.userAgent ?? '').startsWith('Mozilla/')
}

/** `crypto.randomUUID` is missing on pages without TLS and on React Native. */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } }
  return crypto?.randomUUID?.() ?? Array.from({ length: 4 }, randomHex).join('')
}

function randomHex(): string {
  return Math.floor(Math.random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0')
}
