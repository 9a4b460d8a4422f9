/** An image that the server makes. `result` is the finished image in base64. */
export interface ImageGenerationCall {
  type: 'image_generation_call'
  id: string
  status: 'in_progress' | 'generating' | 'completed' | 'failed'
  /** Absent on xAI's added item. */
  result?: string | null
  action?: 'generate' | 'edit' | 'auto' | null
  background?: string | null
  output_format?: string | null
  quality?: string | null
  size?: string | null
  revised_prompt?: string | null
  /** xAI's name for the prompt it used. */
  prompt?: string
  error?: ImageGenerationError
  svg_usage?: ImageGenerationSvgUsage
}

/** Why no image was made. */
export interface ImageGenerationError {
  type: string
  code: string | null
  message: string
  param: string | null
  moderation_details?: { categories: string[]; moderation_stage: 'input' | 'output' | 'unknown' }
}

/** Tokens that an SVG image cost. */
export interface ImageGenerationSvgUsage {
  model: string
  input_tokens: number
  output_tokens: number
  reasoning_tokens: number
  total_tokens: number
}
