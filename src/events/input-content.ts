/** Marks the end of a prefix that the server should cache. */
export interface PromptCacheBreakpoint {
  mode: 'explicit'
  ttl?: '30m' | '12h'
}

/** Text that you send. */
export interface ResponseInputText {
  type: 'input_text'
  text: string
  prompt_cache_breakpoint?: PromptCacheBreakpoint | null
}

/** Either `image_url` (may be a data URL) or `file_id`. */
export interface ResponseInputImage {
  type: 'input_image'
  detail?: ImageDetail | null
  file_id?: string | null
  image_url?: string | null
  prompt_cache_breakpoint?: PromptCacheBreakpoint | null
}

/** How closely the model looks at an image. */
export type ImageDetail = 'low' | 'high' | 'auto' | 'original'

/** One of `file_id`, `file_url`, or `file_data` (base64) with `filename`. */
export interface ResponseInputFile {
  type: 'input_file'
  detail?: 'auto' | 'low' | 'high'
  file_data?: string | null
  file_id?: string | null
  file_url?: string | null
  filename?: string | null
  prompt_cache_breakpoint?: PromptCacheBreakpoint | null
}

/** A part of a message that you send. */
export type ResponseInputContent = ResponseInputText | ResponseInputImage | ResponseInputFile
/** The parts of a message that you send. */
export type ResponseInputMessageContentList = ResponseInputContent[]
