import { errorTypeOf, HTTPError } from './http-error.js'

/** What the client is told about an error, whichever way it is told: all four keys are always there. */
export interface ErrorBody {
  message: string
  type: string
  param: string | null
  code: string | null
}

/** An error as an HTTP answer, or, once the answer is a stream, as events. */
export interface Failure {
  status: number
  error: ErrorBody
  /** Whole seconds, at least 1. */
  retryAfter?: string
}

/**
 * Turns whatever was thrown into what the client may know. Errors with an HTTP status (`HTTPError`,
 * this package's and the official SDK's `APIError`) are passed on. Everything else is a 500 without
 * its message: that may hold paths, addresses or keys. Hooks get the error itself.
 */
export function failureOf(thrown: unknown): Failure {
  try {
    return explained(thrown)
  } catch {
    // Something whose fields cannot even be read.
    return unexplained
  }
}

/** Whether the client is told what was thrown, and not only that something was. */
export function isExplained(thrown: unknown): boolean {
  return failureOf(thrown) !== unexplained
}

function explained(thrown: unknown): Failure {
  const status = statusOf(thrown)
  if (!(thrown instanceof Error) || status === undefined) return unexplained
  const seconds = retryAfterSeconds(thrown)
  return {
    status,
    error: bodyOf(thrown, status),
    ...(seconds !== undefined && { retryAfter: String(seconds) }),
  }
}

const unexplained: Failure = {
  status: 500,
  error: {
    message: 'The server had an error while producing this response.',
    type: 'server_error',
    param: null,
    code: 'server_error',
  },
}

function statusOf(thrown: unknown): number | undefined {
  const status = field(thrown, 'status')
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599
    ? status
    : undefined
}

/** The upstream's own words, where the error carries its body: an SDK puts the status in front of them. */
function bodyOf(thrown: Error, status: number): ErrorBody {
  const body = field(thrown, 'error')
  const text = (key: string): string | undefined => string(field(body, key)) ?? string(field(thrown, key))
  return {
    message: text('message') ?? thrown.message,
    type: text('type') ?? errorTypeOf(status),
    param: text('param') ?? null,
    code: text('code') ?? null,
  }
}

function retryAfterSeconds(thrown: Error): number | undefined {
  const milliseconds = thrown instanceof HTTPError ? thrown.retryAfter : field(thrown, 'retryAfter')
  if (typeof milliseconds === 'number') return Math.max(1, Math.ceil(milliseconds / 1000))
  const headers = field(thrown, 'headers')
  const seconds = Number(
    headers instanceof Headers ? headers.get('retry-after') : field(headers, 'retry-after'),
  )
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
