import type { ResponseInput } from './input-items.js'
import type { ResponseInputContent } from './input-content.js'
import type { Conversation, Metadata, Reasoning } from './response.js'
import type { ResponseTextConfig } from './text-config.js'
import type { ToolChoice } from './tool-choice.js'
import type { Tool } from './tools.js'

/** Extra data that a response carries only when it is asked for. */
export type ResponseIncludable =
  | 'file_search_call.results'
  | 'web_search_call.results'
  | 'web_search_call.action.sources'
  | 'message.input_image.image_url'
  | 'computer_call_output.output.image_url'
  | 'code_interpreter_call.outputs'
  | 'reasoning.encrypted_content'
  | 'message.output_text.logprobs'

/** How fast, and at what price, the request is served. */
export type ServiceTier = 'auto' | 'default' | 'flex' | 'scale' | 'priority' | 'fast' | 'ultrafast' | null

/** A prompt template that the server keeps. */
export interface ResponsePrompt {
  id: string
  version?: string | null
  variables?: Record<string, string | ResponseInputContent> | null
}

/** Which moderation model to ask, and what to do with its answer. */
export interface ModerationParam {
  model: string
  policy?: {
    input?: { mode: 'score' | 'block' } | null
    output?: { mode: 'score' | 'block' } | null
  } | null
}

/** Body of `POST /responses`. */
export interface ResponseCreateParamsBase {
  model?: string
  input?: string | ResponseInput
  instructions?: string | null
  stream?: boolean | null
  stream_options?: ResponseStreamOptions | null
  /** The run goes on when the connection closes, and its stream can be resumed. */
  background?: boolean | null
  background_options?: { completion_window?: string; continuation_id?: string }
  store?: boolean | null
  previous_response_id?: string | null
  conversation?: string | Conversation | null
  include?: ResponseIncludable[] | null
  tools?: Tool[]
  tool_choice?: ToolChoice
  parallel_tool_calls?: boolean | null
  max_tool_calls?: number | null
  max_output_tokens?: number | null
  text?: ResponseTextConfig
  reasoning?: Reasoning | null
  prompt?: ResponsePrompt | null
  temperature?: number | null
  top_p?: number | null
  top_logprobs?: number | null
  truncation?: 'auto' | 'disabled' | null
  metadata?: Metadata | null
  service_tier?: ServiceTier
  context_management?: { type: string; compact_threshold?: number | null }[] | null
  prompt_cache_key?: string | null
  prompt_cache_retention?: 'in_memory' | '24h' | null
  prompt_cache_options?: {
    mode?: 'implicit' | 'explicit'
    ttl?: '30m' | '12h'
    prewarm?: boolean
    comparison_response_id?: string | null
  }
  safety_identifier?: string | null
  /** @deprecated Use `safety_identifier` and `prompt_cache_key`. */
  user?: string
  moderation?: ModerationParam | null
  access_programs?: { cyber?: 'standard' | 'daybreak_blue' | 'daybreak_red' }
  image?: { context_compression?: 'auto' | 'enabled' | 'disabled' }
}

/** Options of the stream itself. */
export interface ResponseStreamOptions {
  /** Random padding on deltas against traffic analysis. Servers default to `true`. */
  include_obfuscation?: boolean
}

/** Body of `POST /responses` for an answer in one piece. */
export interface ResponseCreateParamsNonStreaming extends ResponseCreateParamsBase {
  stream?: false | null
}

/** Body of `POST /responses` for a stream of events. */
export interface ResponseCreateParamsStreaming extends ResponseCreateParamsBase {
  stream: true
}

/** Body of `POST /responses`; `stream: true` decides what the call gives back. */
export type ResponseCreateParams = ResponseCreateParamsNonStreaming | ResponseCreateParamsStreaming

/** Query of `GET /responses/{id}`. */
export interface ResponseRetrieveParamsBase {
  include?: ResponseIncludable[]
  include_obfuscation?: boolean
  /** Exclusive: the stream begins with the event after this one. */
  starting_after?: number
  stream?: boolean
}

/** Query of `GET /responses/{id}` for the response as it stands. */
export interface ResponseRetrieveParamsNonStreaming extends ResponseRetrieveParamsBase {
  stream?: false
}

/** Query of `GET /responses/{id}` for a stream of events. */
export interface ResponseRetrieveParamsStreaming extends ResponseRetrieveParamsBase {
  stream: true
}

/** Query of `GET /responses/{id}`; `stream: true` decides what the call gives back. */
export type ResponseRetrieveParams = ResponseRetrieveParamsNonStreaming | ResponseRetrieveParamsStreaming
