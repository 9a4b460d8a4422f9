/** What keeps a silent stream from being cut by something between server and client. */
export interface HeartbeatOptions {
  /**
   * In ms, from the request to the first heartbeat when nothing but the opening events was sent before. Default 5,000.
   */
  first?: number
  /** In ms of silence. Default 15,000. */
  interval?: number
  /**
   * `comment` (default) sends `: keep-alive`, which every parser skips. `event` sends a `keepalive`
   * event with a number of its own, once the response has begun, where the events are not kept for other
   * readers (there it is a comment); clients that count on the documented
   * events alone may not take it.
   */
  kind?: 'comment' | 'event'
}

export interface Heartbeat {
  /** Something was sent just now. */
  touch(): void
  stop(): void
}

/** Calls `beat` whenever nothing was sent for so long. One timer, set again only when it fires: a fast stream costs none. */
export function startHeartbeat(options: HeartbeatOptions, beat: () => void): Heartbeat {
  const { first = 5000, interval = 15_000 } = options
  let silentSince = performance.now()
  let patience = first
  let timer = setTimeout(check, first)

  function check(): void {
    const left = silentSince + patience - performance.now()
    if (left <= 0) {
      beat()
      touch()
    }
    timer = setTimeout(check, left > 0 ? left : interval)
  }

  function touch(): void {
    silentSince = performance.now()
    patience = interval
  }

  return { touch, stop: () => clearTimeout(timer) }
}
