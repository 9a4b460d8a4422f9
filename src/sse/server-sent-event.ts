/** One dispatched event of an event stream, as the wire framed it; `data` is not interpreted. */
export interface ServerSentEvent {
  /** From the last `event:` line. Absent when the block has none, or an empty one. */
  event?: string
  /** All `data:` lines, joined by one LF, without a trailing one. Never empty. */
  data: string
  /** From this block's own `id:` line; the id that persists over blocks is `SSEDecoder.lastEventId`. */
  id?: string
  /** From this block's own `retry:` line, in ms. */
  retry?: number
  /** The input ended cleanly before the blank line that closes the event: its data may be cut. */
  unterminated?: true
}
