import type { Response } from '../events/response.js'
import type { Checkpoint } from '../snapshot/checkpoint.js'
import type { Snapshot } from '../snapshot/snapshot.js'

/** Survives two copies of the package in one process, where `instanceof` does not. */
const brand = Symbol.for('millrace.error')

/** What a stream knew when it failed. The two functions are called only when somebody reads the property. */
export interface StreamContext {
  responseId?: string | undefined
  sequenceNumber?: number | undefined
  response?: Response | undefined
  snapshot?: () => Snapshot | undefined
  checkpoint?: () => Checkpoint | undefined
}

export interface MillraceErrorOptions {
  cause?: unknown
  /** Whether the same request may succeed if it is sent again. Default `false`. */
  retryable?: boolean
  /** How long the other side asked to wait, in ms. */
  retryAfter?: number | undefined
}

/**
 * The one base of every error millrace throws. `code` is a stable literal for each class; only
 * `APIError` carries the server's own code there, as the official SDK does.
 *
 * Errors of a stream also say where it stood: `responseId`, `sequenceNumber`, `response` when
 * there is a terminal one, and, computed only when read, `snapshot` and `checkpoint`.
 *
 * @example
 * if (MillraceError.isInstance(error) && error.retryable) await wait(error.retryAfter ?? 1000)
 */
export class MillraceError<Code extends string | null = string | null> extends Error {
  /** Not the class's own `name`, which a minifier shortens. */
  static readonly className: string = 'MillraceError'
  readonly code: Code
  readonly retryable: boolean
  /** In ms; from a `Retry-After` header, a field of the error, or the prose of its message. */
  readonly retryAfter: number | undefined
  declare responseId?: string
  /** Of the last event that was delivered. */
  declare sequenceNumber?: number
  /** The terminal response, when one arrived. */
  declare response?: Response
  declare readonly snapshot: Snapshot | undefined
  declare readonly checkpoint: Checkpoint | undefined

  constructor(code: Code, message: string, options: MillraceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.className
    this.code = code
    this.retryable = options.retryable ?? false
    this.retryAfter = options.retryAfter
    Object.defineProperty(this, brand, { value: true })
  }

  /** True for errors of any copy of this package; on a subclass, for that class by name. */
  static isInstance<T extends abstract new (...args: never[]) => MillraceError>(
    this: T & { className: string },
    value: unknown,
  ): value is InstanceType<T> {
    if (value instanceof this) return true
    return value instanceof Error && brand in value && classNames(value).includes(this.className)
  }
}

function classNames(error: Error): unknown[] {
  const names: unknown[] = []
  for (
    let constructor: unknown = error.constructor;
    typeof constructor === 'function';
    constructor = Object.getPrototypeOf(constructor)
  ) {
    if ('className' in constructor) names.push(constructor.className)
  }
  return names
}

/**
 * Completes an error with what the stream knew. What the error already says is kept. `snapshot` and
 * `checkpoint` are not enumerable, so that printing or serialising an error never drags a whole
 * response into a log.
 */
export function attachStreamContext<E extends MillraceError>(error: E, context: StreamContext): E {
  if (context.responseId !== undefined) error.responseId ??= context.responseId
  if (context.sequenceNumber !== undefined) error.sequenceNumber ??= context.sequenceNumber
  if (context.response !== undefined) error.response ??= context.response
  defineLazily(error, 'snapshot', context.snapshot)
  defineLazily(error, 'checkpoint', context.checkpoint)
  return error
}

function defineLazily(
  error: object,
  key: 'snapshot' | 'checkpoint',
  read: (() => unknown) | undefined,
): void {
  if (read === undefined || Object.hasOwn(error, key)) return
  Object.defineProperty(error, key, { configurable: true, enumerable: false, get: read })
}
