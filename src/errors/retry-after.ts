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
  const value = headers?.get('retry-after')
  return milliseconds(headers?.get('retry-after-ms'), 1) ?? milliseconds(value, 1000) ?? untilDate(value)
}

function untilDate(value: string | null | undefined): number | undefined {
  const date = Number.isNaN(Number(value)) ? Date.parse(value ?? '') : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

const secondFields = ['resets_in_seconds', 'retry_after', 'retry_after_seconds']

function fromFields(error: APIErrorBody | undefined): number | undefined {
  for (const field of secondFields) {
    const value = error?.[field]
    const delay = typeof value === 'number' ? milliseconds(value, 1000) : undefined
    if (delay !== undefined) return delay
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

/** So many units; undefined for what is blank, no number, or negative. */
function milliseconds(value: string | number | null | undefined, unit: number): number | undefined {
  const delay = Number(value ?? NaN) * unit
  return value !== '' && Number.isFinite(delay) && delay >= 0 ? Math.round(delay) : undefined
}
