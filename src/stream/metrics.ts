/** What one stream cost; times in ms since the request was sent, undefined until they happen. */
export interface StreamMetrics {
  /** Of all bodies read, as the runtime hands them out: after decompression. */
  bytes: number
  events: number
  keepalives: number
  /** How often a lost connection was replaced. */
  reconnects: number
  /** Until the response headers. */
  connected: number | undefined
  /** Until the first event that is not a keepalive. */
  firstEvent: number | undefined
  /** Until the first event of an output item. */
  firstOutput: number | undefined
  /** Until the terminal event, or the failure. */
  ended: number | undefined
}

export function createMetrics(): StreamMetrics {
  return {
    bytes: 0,
    events: 0,
    keepalives: 0,
    reconnects: 0,
    connected: undefined,
    firstEvent: undefined,
    firstOutput: undefined,
    ended: undefined,
  }
}
