/** What one payload can show that is wrong or unusual. All but `invalid-json` are repaired or passed over. */
export type ParseRule =
  | 'invalid-json'
  | 'truncated-json'
  | 'not-an-object'
  | 'type-missing'
  | 'event-name-mismatch'
  | 'response-unwrapped'
  | 'error-unwrapped'
  | 'vendor-alias'
  | 'unknown-event'

/** Options of `parseEvent`. */
export interface ParseOptions {
  /** Called for each finding, with the event it is about where there is one. */
  onNotice?: ((rule: ParseRule, message: string, event?: object) => void) | undefined
}
