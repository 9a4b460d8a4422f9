/** What the moderation model found in the input and in the output. */
export interface Moderation {
  input: ModerationResult | ModerationError
  output: ModerationResult | ModerationError
}

/** What the moderation model found, by category; scores are from 0 to 1. */
export interface ModerationResult {
  type: 'moderation_result'
  model: string
  flagged: boolean
  categories: Record<string, boolean>
  category_scores: Record<string, number>
  category_applied_input_types: Record<string, ('text' | 'image')[]>
}

/** The moderation model did not answer. */
export interface ModerationError {
  type: 'error'
  code: string
  message: string
}
