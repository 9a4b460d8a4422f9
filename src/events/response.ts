import type { ResponseInputItem } from './input-items.js'
import type { ResponseOutputItem } from './items/output-item.js'
import type { Moderation } from './moderation.js'
import type { ResponsePrompt, ServiceTier } from './params.js'
import type { ResponseTextConfig } from './text-config.js'
import type { ToolChoice } from './tool-choice.js'
import type { Tool } from './tools.js'
import type { ResponseUsage, ToolUsage } from './usage.js'

/** `completed`, `failed`, `cancelled` and `incomplete` are terminal. */
export type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'incomplete'

/** Why a response failed. `code` is open: `insufficient_quota` and others come outside the documented list. */
export interface ResponseError {
  code: string
  message: string
  type?: string | null
  param?: string | null
  misalignment?: MisalignmentDetails
}

/** What the server's check for misaligned behaviour found. */
export interface MisalignmentDetails {
  error_type?: string
  detailed_explanation?: string
  review_target?: string | null
  steer?: { message: string }
}

/** Why a response is incomplete: `max_output_tokens`, `content_filter`, or a newer reason. */
export interface IncompleteDetails {
  reason?: string
}

/** How much the model thinks. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null

/** Options for models that reason. */
export interface Reasoning {
  effort?: ReasoningEffort
  summary?: 'auto' | 'concise' | 'detailed' | null
  context?: 'auto' | 'current_turn' | 'all_turns' | null
  mode?: string
  /** @deprecated Older name of `summary`. */
  generate_summary?: 'auto' | 'concise' | 'detailed' | null
}

/** Up to 16 pairs of your own. */
export type Metadata = Record<string, string>

/** The conversation that a response belongs to. */
export interface Conversation {
  id: string
}

/** How the prompt is cached. */
export interface PromptCacheOptions {
  mode?: 'implicit' | 'explicit'
  ttl?: string
  comparison_response_id?: string | null
}

/** How the prompt cache compared with an earlier response. */
export interface PromptCacheDiagnostics {
  type: 'cache_miss' | 'cache_hit' | 'comparison_response_not_found' | 'unavailable'
  reason?: string
  cache_missed_tokens?: number
  comparison_reusable_tokens?: number
}

/** An item of the input that the server left out, and why. */
export interface InputTransformation {
  type: string
  id: string
  action: string
  reason: string
}

/**
 * A Response object as servers send it, inside lifecycle events and as a JSON body. Only what every
 * provider sends is required; `output_text` is never sent. See `Response` for the complete one.
 */
export interface WireResponse {
  id: string
  object: 'response'
  /** Unix time in seconds. */
  created_at: number
  /** Unix time in seconds; null until the response is complete. */
  completed_at?: number | null
  status?: ResponseStatus
  model: string
  /** Some gateways leave it out or null until, or even in, the terminal event. */
  output?: ResponseOutputItem[] | null
  output_text?: string | null
  error?: ResponseError | null
  incomplete_details?: IncompleteDetails | null
  /** Null until the terminal event. */
  usage?: ResponseUsage | null
  instructions?: string | ResponseInputItem[] | null
  previous_response_id?: string | null
  conversation?: Conversation | null
  background?: boolean | null
  store?: boolean | null
  metadata?: Metadata | null
  max_output_tokens?: number | null
  max_tool_calls?: number | null
  parallel_tool_calls?: boolean | null
  tools?: Tool[]
  tool_choice?: ToolChoice
  tool_usage?: ToolUsage
  text?: ResponseTextConfig
  reasoning?: Reasoning | null
  prompt?: ResponsePrompt | null
  temperature?: number | null
  top_p?: number | null
  top_logprobs?: number | null
  presence_penalty?: number | null
  frequency_penalty?: number | null
  truncation?: 'auto' | 'disabled' | null
  service_tier?: ServiceTier
  prompt_cache_key?: string | null
  prompt_cache_retention?: 'in_memory' | '24h' | null
  prompt_cache_options?: PromptCacheOptions | null
  prompt_cache_diagnostics?: PromptCacheDiagnostics | null
  safety_identifier?: string | null
  user?: string | null
  moderation?: Moderation | null
  access_programs?: { cyber: string } | null
  image?: { context_compression: 'enabled' | 'disabled' } | null
  input_transformations?: InputTransformation[]
  /** Azure's and DeepSeek's own. */
  content_filters?: unknown[] | null
}

/**
 * A Response as this package gives it: as sent, with `output` always a list and `output_text` computed
 * (the text parts of all messages, joined).
 */
export interface Response extends WireResponse {
  output: ResponseOutputItem[]
  output_text: string
}
