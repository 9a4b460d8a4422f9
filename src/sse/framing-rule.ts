/** What the framing of a stream can show that is wrong or unusual. The decoder repairs and goes on. */
export type SSERule =
  | 'invalid-utf8'
  | 'sse-bom'
  | 'sse-carriage-return'
  | 'sse-empty-data'
  | 'sse-id-field'
  | 'sse-multi-line-data'
  | 'sse-retry-field'
  | 'sse-unknown-field'
  | 'sse-unterminated-final-event'

export type FramingNotice = (rule: SSERule, message: string) => void
