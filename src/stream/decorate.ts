import type { Draft } from '../snapshot/draft.js'
import { declaredAs } from '../structured/parse-response.js'
import type { Declared, ParsedResponse } from '../structured/parsed-response.js'
import type { StreamEvent } from './event-feed.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import { rememberWireResponse } from './wire-event.js'

/**
 * The seed's wrapper events (§5.2): adds what a `ResponseStream` adds, after the fold has seen the
 * event. In place, for the objects are ours. `final`: the response with its values, if any were declared.
 */
export function decorate<D extends Declared>(
  event: StreamEvent,
  draft: Draft,
  final: ParsedResponse<D> | undefined,
): ParsedResponseStreamEvent<D> {
  switch (event.type) {
    case 'response.output_text.delta':
      return withSnapshot(event, draft.textAt(event.output_index, event.content_index))
    case 'response.function_call_arguments.delta':
      return withSnapshot(event, draft.argumentsAt(event.output_index))
    case 'response.completed': {
      const sent = event.response
      const completed = Object.assign(event, { response: final ?? declaredAs<D>(draft.final()) })
      rememberWireResponse(completed, sent)
      return completed
    }
    default:
      return event
  }
}

/** Not by `Object.assign`, which costs three times as much as the field. */
function withSnapshot<E extends object>(
  event: E & { snapshot?: string },
  snapshot: string,
): E & { snapshot: string } {
  event.snapshot = snapshot
  return event as E & { snapshot: string }
}
