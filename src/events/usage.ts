/**
 * Tokens that were billed. Every number is optional, because gateways leave some out; a missing one
 * is unknown, not zero.
 */
export interface ResponseUsage {
  input_tokens?: number
  input_tokens_details?: InputTokensDetails | null
  output_tokens?: number
  output_tokens_details?: OutputTokensDetails | null
  total_tokens?: number
}

/** Which of the input tokens were cached. */
export interface InputTokensDetails {
  cached_tokens?: number
  cache_write_tokens?: number
  cache_write_tokens_details?: { ttl_30m_tokens: number; ttl_12h_tokens: number }
}

/** Which of the output tokens were reasoning. */
export interface OutputTokensDetails {
  reasoning_tokens?: number
}

/** What server-side tools consumed. */
export interface ToolUsage {
  image_gen?: ImageGenUsage
  web_search?: { num_requests: number }
}

/** Tokens that images cost. */
export interface ImageGenUsage {
  input_tokens: number
  input_tokens_details: { image_tokens: number; text_tokens: number }
  output_tokens: number
  output_tokens_details?: { image_tokens: number; text_tokens: number }
  total_tokens: number
  cached_tokens?: number
  cached_tokens_details?: { cached_image_tokens: number; cached_text_tokens: number }
}
