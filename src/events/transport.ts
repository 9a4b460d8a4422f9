import type { EventFields } from './event-fields.js'

/** Shows that the connection lives, even before `response.created`. Undocumented, but it takes a sequence number. */
export interface ResponseKeepAliveEvent extends EventFields {
  type: 'keepalive'
}

/** What is left of the rate limits. May follow the terminal event. Servers do not agree on the shape of `rate_limits`. */
export interface ResponseRateLimitsUpdatedEvent extends EventFields {
  type: 'response.rate_limits.updated'
  rate_limits?: unknown
}

/** Another name of `response.rate_limits.updated`. */
export interface RateLimitsUpdatedEvent extends EventFields {
  type: 'rate_limits.updated'
  rate_limits?: unknown
}

/** How much of a ChatGPT plan is used up, from the Codex endpoint. */
export interface CodexRateLimitsEvent extends EventFields {
  type: 'codex.rate_limits'
  plan_type?: string | null
  rate_limits?: {
    primary?: CodexRateLimitWindow | null
    secondary?: CodexRateLimitWindow | null
  } | null
}

/** One of the windows over which use is counted. */
export interface CodexRateLimitWindow {
  /** 0 to 100. */
  used_percent?: number
  window_minutes?: number
  /** Unix time in seconds. */
  reset_at?: number
}

export type TransportEvent =
  | ResponseKeepAliveEvent
  | ResponseRateLimitsUpdatedEvent
  | RateLimitsUpdatedEvent
  | CodexRateLimitsEvent
