import type { ResponseCreateParams } from '../events/params.js'
import type { WireResponse } from '../events/response.js'
import type { ResponseTextConfig } from '../events/text-config.js'
import type { Tool } from '../events/tools.js'
import { toolWithoutCredentials } from './without-credentials.js'

/** The Response object of a run before there is any output: who it is, and the request as it runs. */
export type ResponseShell = WireResponse &
  Required<Pick<WireResponse, 'status' | 'service_tier'>> & { output: [] }

/**
 * Builds the complete object: every field of the API and of the Open Responses schema is there, null
 * where nothing is known.
 *
 * @param createdAt Unix time in seconds.
 */
export function responseShell(id: string, params: ResponseCreateParams, createdAt: number): ResponseShell {
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: null,
    status: params.background === true ? 'queued' : 'in_progress',
    background: params.background ?? false,
    error: null,
    incomplete_details: null,
    instructions: params.instructions ?? null,
    max_output_tokens: params.max_output_tokens ?? null,
    max_tool_calls: params.max_tool_calls ?? null,
    model: params.model ?? '',
    output: [],
    parallel_tool_calls: params.parallel_tool_calls ?? true,
    presence_penalty: 0,
    frequency_penalty: 0,
    previous_response_id: params.previous_response_id ?? null,
    prompt_cache_key: params.prompt_cache_key ?? null,
    prompt_cache_retention: params.prompt_cache_retention ?? null,
    reasoning: { effort: params.reasoning?.effort ?? null, summary: params.reasoning?.summary ?? null },
    safety_identifier: params.safety_identifier ?? null,
    service_tier: params.service_tier ?? 'auto',
    store: params.store ?? true,
    temperature: params.temperature ?? 1,
    text: textConfig(params.text),
    tool_choice: params.tool_choice ?? 'auto',
    tools: (params.tools ?? []).map(echoedTool),
    top_logprobs: params.top_logprobs ?? 0,
    top_p: params.top_p ?? 1,
    truncation: params.truncation ?? 'disabled',
    usage: null,
    // oxlint-disable-next-line typescript/no-deprecated -- who still sends it gets it back
    user: params.user ?? null,
    metadata: params.metadata ?? {},
  }
}

function textConfig(text: ResponseTextConfig | undefined): ResponseTextConfig {
  return { format: text?.format ?? { type: 'text' }, verbosity: text?.verbosity ?? 'medium' }
}

/** A function tool always shows the same keys; other tools are echoed as they came, without credentials. */
function echoedTool(tool: Tool): Tool {
  if (tool.type !== 'function') return toolWithoutCredentials(tool)
  return {
    ...tool,
    description: tool.description ?? null,
    parameters: tool.parameters ?? null,
    strict: tool.strict ?? null,
  }
}
