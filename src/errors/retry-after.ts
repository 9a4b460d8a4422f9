import type { APIErrorBody } from './api-error.js'

/**
 * How long the server asks to wait, in ms: the `retry-after-ms` or `Retry-After` header (seconds or
 * an HTTP date), a field such as `resets_in_seconds`, or the prose "try again in 1.2s" that rate
 * limit messages carry. Undefined when it does not say.
 */
export function retryAfterOf(headers: Headers | undefined, error?: APIErrorBody): number | undefined {
  return fromHeaders(headers) ?? fromFields(error) ?? fromProse(error?.message)
}

function fromHeaders(headers: Headers | undefined): number | undefined {
  const milliseconds = headers?.get('retry-after-ms')
  if (milliseconds && isCount(Number(milliseconds))) return Number(milliseconds)
  const value = headers?.get('retry-after')
  if (!value) return undefined
  if (!Number.isNaN(Number(value))) return isCount(Number(value)) ? Number(value) * 1000 : undefined
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

const secondFields = ['resets_in_seconds', 'retry_after', 'retry_after_seconds']

function fromFields(error: APIErrorBody | undefined): number | undefined {
  for (const field of secondFields) {
    const seconds = error?.[field]
    if (typeof seconds === 'number' && isCount(seconds)) return Math.round(seconds * 1000)
  }
  return undefined
}

const unitMilliseconds: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const prose = /try again in ((?:\d+(?:\.\d+)?\s*(?:ms|s|m|h)[a-z]*\s*)+)/i
const quantity = /(\d+(?:\.\d+)?)\s*(ms|s|m|h)/gi

function fromProse(message: string | null | undefined): number | undefined {
  const found = prose.exec(message ?? '')?.[1]
  if (found === undefined) return undefined
  let total = 0
  for (const [, amount, unit] of found.matchAll(quantity)) {
    total += Number(amount) * (unitMilliseconds[(unit ?? 's').toLowerCase()] ?? 0)
  }
  return Math.round(total)
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0
}
