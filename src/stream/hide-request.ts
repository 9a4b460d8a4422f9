import type { StreamEvent } from './event-feed.js'

/**
 * What of a request an embedded response repeats. Fields the schema requires get a neutral value,
 * so that other clients still accept the response; the others are undefined, which JSON leaves out.
 */
const neutral: Record<string, unknown> = {
  instructions: null,
  tools: [],
  tool_choice: 'auto',
  metadata: {},
  prompt: undefined,
  user: undefined,
  safety_identifier: undefined,
  prompt_cache_key: undefined,
  prompt_cache_retention: undefined,
  prompt_cache_options: undefined,
  previous_response_id: null,
  conversation: undefined,
  text: undefined,
  reasoning: undefined,
  billing: undefined,
}

/** A copy of an event whose response no longer shows the request; other events pass untouched. */
export function hideRequest(event: StreamEvent, expose: boolean | readonly string[]): StreamEvent {
  if (
    expose === true ||
    !('response' in event) ||
    typeof event.response !== 'object' ||
    event.response === null
  )
    return event
  const response: Record<string, unknown> = { ...event.response }
  for (const [field, value] of Object.entries(neutral)) {
    if (!(field in response) || (Array.isArray(expose) && expose.includes(field))) continue
    response[field] = value
  }
  return { ...event, response } as StreamEvent
}
