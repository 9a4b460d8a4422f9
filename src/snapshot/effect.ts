/** A text of the answer that is now another one, not merely a longer one. */
export interface TextReplacement {
  output_index: number
  content_index: number
  /** How many UTF-16 units had been streamed. */
  previous_length: number
  /** The text as it is now; empty when its part is gone. */
  text: string
}

/** What one event did that an observer cannot see from the event itself. */
export interface FoldEffect {
  textReplaced?: TextReplacement[]
  /** The server sent the response as it stands now, and it replaced what had been folded. */
  snapshotReset?: true
}
