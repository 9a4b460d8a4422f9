import type { Draft } from '../snapshot/draft.js'
import type { StreamEvent } from './event-feed.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import { rememberWireResponse } from './wire-event.js'

/**
 * The seed's wrapper events (§5.2): adds what a `ResponseStream` adds, after the fold has seen the
 * event. In place, for the objects are ours.
 */
export function decorate(event: StreamEvent, draft: Draft): ParsedResponseStreamEvent {
  switch (event.type) {
    case 'response.output_text.delta':
      return Object.assign(event, { snapshot: draft.textAt(event.output_index, event.content_index) })
    case 'response.function_call_arguments.delta':
      return Object.assign(event, { snapshot: draft.argumentsAt(event.output_index) })
    case 'response.completed': {
      const sent = event.response
      const completed = Object.assign(event, { response: draft.final() })
      rememberWireResponse(completed, sent)
      return completed
    }
    default:
      return event
  }
}
