import type { WireResponse } from '../../events/response.js'
import type { RunInfo } from '../hooks.js'

/** As OpenTelemetry has them. */
export type Attributes = Record<string, string | number | boolean | string[]>

/** Names of OpenTelemetry's conventions for generative AI, and the one value that a name of theirs has here. */
export const genAI = {
  chat: 'chat',
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  tokenType: 'gen_ai.token.type',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  errorType: 'error.type',
} as const

/** What a request says about itself, without what it says to the model. */
export function requestAttributes({ params, responseId, requestId }: RunInfo, provider: string): Attributes {
  return set({
    [genAI.operation]: genAI.chat,
    [genAI.provider]: provider,
    [genAI.requestModel]: params.model,
    'gen_ai.response.id': responseId,
    'gen_ai.request.max_tokens': params.max_output_tokens,
    'gen_ai.request.temperature': params.temperature,
    'gen_ai.request.top_p': params.top_p,
    'gen_ai.output.type': (params.text?.format?.type ?? 'text') === 'text' ? 'text' : 'json',
    'openai.api.type': 'responses',
    'openai.request.service_tier': params.service_tier,
    'millrace.request.id': requestId,
    'millrace.background': params.background ?? false,
  })
}

/** What a response says about itself, without its output. */
export function responseAttributes(response: WireResponse | undefined): Attributes {
  if (response === undefined) return { 'millrace.status': 'refused' }
  const { usage } = response
  const reason = finishReason(response)
  return set({
    [genAI.responseModel]: response.model || undefined,
    'gen_ai.response.finish_reasons': reason && [reason],
    'gen_ai.usage.input_tokens': usage?.input_tokens,
    'gen_ai.usage.output_tokens': usage?.output_tokens,
    'gen_ai.usage.cache_read.input_tokens': usage?.input_tokens_details?.cached_tokens,
    'gen_ai.usage.reasoning.output_tokens': usage?.output_tokens_details?.reasoning_tokens,
    'openai.response.service_tier': response.service_tier,
    'millrace.status': response.status ?? undefined,
  })
}

const reasons: Record<string, string | undefined> = {
  max_output_tokens: 'length',
  content_filter: 'content_filter',
}

function finishReason({ status, incomplete_details, output }: WireResponse): string | undefined {
  if (status === 'failed') return 'error'
  const why = incomplete_details?.reason
  if (status === 'incomplete') return why && (reasons[why] ?? why)
  if (status !== 'completed') return undefined
  const calls = output?.some(({ type }) => type === 'function_call' || type === 'custom_tool_call')
  return calls ? 'tool_call' : 'stop'
}

function set(fields: Record<string, Attributes[string] | null | undefined>): Attributes {
  const attributes: Attributes = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) attributes[name] = value
  }
  return attributes
}
