import { MillraceError } from './millrace-error.js'
import type { Redact } from './redact-headers.js'

/** Reasons nest (`fetch failed`, one error for each address, the socket's), and may form a circle. */
const deepest = 5

/**
 * What was thrown, untouched unless a secret stands in it. Then it is a copy, because an error is not
 * ours to change, with what tells failures apart: name, message, code, address and causes. Errors
 * of ours are redacted where they are made.
 */
export function redactCause(thrown: unknown, redact: Redact): unknown {
  if (MillraceError.isInstance(thrown) || !holdsSecret(thrown, redact)) return thrown
  return redactedCopy(thrown, redact)
}

/** Looks at what a log would print: text in errors, plain objects and lists, not in sockets and buffers. */
function holdsSecret(value: unknown, redact: Redact, depth = 0): boolean {
  if (typeof value === 'string') return redact(value) !== value
  if (!isObject(value) || depth > deepest) return false
  if (!(value instanceof Error || Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype))
    return false
  return Object.getOwnPropertyNames(value).some((name) => holdsSecret(value[name], redact, depth + 1))
}

const facts = ['name', 'code', 'address', 'hostname', 'port']

function redactedCopy(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (!isObject(value) || depth > deepest) return undefined
  const inner: unknown = value.cause || (Array.isArray(value.errors) && value.errors[0])
  const options = inner ? { cause: redactedCopy(inner, redact, depth + 1) } : undefined
  const copy = new Error(textIn(value.message, redact), options)
  copy.stack = textIn(value.stack, redact)
  for (const fact of facts) {
    const known = value[fact]
    if (typeof known === 'number' || typeof known === 'string') {
      Object.defineProperty(copy, fact, {
        value: typeof known === 'string' ? redact(known) : known,
        configurable: true,
        enumerable: fact !== 'name',
        writable: true,
      })
    }
  }
  return copy
}

function textIn(value: unknown, redact: Redact): string {
  return typeof value === 'string' ? redact(value) : ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
