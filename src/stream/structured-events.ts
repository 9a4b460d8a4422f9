import type { FunctionCallEvent } from '../events/function-call.js'
import type { ResponseTextDeltaEvent, ResponseTextDoneEvent } from '../events/text.js'
import type { Draft } from '../snapshot/draft.js'
import type { ParseResult, PartialValue, ValueDeclaration } from '../structured/declaration.js'
import type { Declarations } from '../structured/declarations.js'
import { parseResponse } from '../structured/parse-response.js'
import type { Declared, ParsedResponse } from '../structured/parsed-response.js'
import type { StreamEvent } from './event-feed.js'

/** The events that carry the text of a value. */
type TextEvent = ResponseTextDeltaEvent | ResponseTextDoneEvent | FunctionCallEvent

/** The declared values of one stream, as its events tell of them. */
export interface StructuredEvents {
  /** The texts have a format, not only the tools. */
  readonly hasFormat: boolean
  /** The format can read a text that is still arriving. */
  readonly hasPartials: boolean
  /** Adds what an event now tells of a value, after the fold has seen it. A promise where a text is complete. */
  raise(event: StreamEvent): Promise<void> | undefined
  /** The growing value of the text that an event belongs to. */
  partialAt(event: StreamEvent): PartialValue | undefined
  /** The terminal response with its values. */
  final<D extends Declared>(): Promise<ParsedResponse<D>>
}

interface Growing {
  value: PartialValue
  /** How much of the text it has seen. */
  length: number
}

export function createStructuredEvents(declared: Declarations, draft: Draft): StructuredEvents {
  const growing = new Map<string, Growing>()
  const known = new Map<string, { text: string; result: Promise<ParseResult<unknown>> }>()

  function raise(event: StreamEvent): Promise<void> | undefined {
    if (!isTextEvent(event)) return undefined
    const declaration = isText(event) ? declared.format : declared.tools.get(draft.nameAt(event.output_index))
    if (declaration === undefined) return undefined
    const text = isText(event)
      ? draft.textAt(event.output_index, event.content_index)
      : draft.argumentsAt(event.output_index)
    const partial = grow(event, declaration, text)
    if (!('delta' in event)) return complete(event, declaration, text)
    if (partial !== undefined) Object.assign(event, { partial: partial.value })
    return undefined
  }

  /** What has not been seen yet is almost always the delta; slicing it from the whole would flatten a rope. */
  function grow(
    event: TextEvent,
    declaration: ValueDeclaration<unknown>,
    text: string,
  ): PartialValue | undefined {
    const partial = growing.get(placeOf(event)) ?? open(event, declaration)
    if (partial === undefined) return undefined
    const delta = 'delta' in event && typeof event.delta === 'string' ? event.delta : ''
    if (partial.length + delta.length === text.length) partial.value.push(delta)
    else if (partial.length < text.length) partial.value.push(text.slice(partial.length))
    partial.length = Math.max(partial.length, text.length)
    return partial.value
  }

  function open(event: TextEvent, declaration: ValueDeclaration<unknown>): Growing | undefined {
    const value = declaration.openPartial?.()
    if (value === undefined) return undefined
    const opened = { value, length: 0 }
    growing.set(placeOf(event), opened)
    return opened
  }

  /** A text that is no JSON may have been cut short, which only the terminal response tells. */
  async function complete(
    event: ResponseTextDoneEvent | Extract<FunctionCallEvent, { arguments: string }>,
    declaration: ValueDeclaration<unknown>,
    text: string,
  ): Promise<void> {
    const content_index = isText(event) ? event.content_index : undefined
    const { parsed, parse_error } = await readOnce(declaration, text, event.output_index, content_index)
    const field = isText(event) ? 'parsed' : 'parsed_arguments'
    if (parse_error === undefined) Object.assign(event, { [field]: parsed })
    else if (parse_error.code !== 'invalid_json') Object.assign(event, { parse_error })
  }

  /** A schema is asked once for each text, so that the event and the response have the same value. */
  function readOnce(
    declaration: ValueDeclaration<unknown>,
    text: string,
    output_index: number,
    content_index?: number,
  ): Promise<ParseResult<unknown>> {
    const place = `${output_index}/${content_index}`
    const last = known.get(place)
    if (last?.text === text) return last.result
    const result = Promise.resolve(declaration.parse(text))
    known.set(place, { text, result })
    return result
  }

  return {
    hasFormat: declared.format !== undefined,
    hasPartials: declared.format?.openPartial !== undefined,
    raise,
    partialAt: (event) => (isTextEvent(event) ? growing.get(placeOf(event))?.value : undefined),
    final: () => parseResponse(draft.final(), declared, readOnce),
  }
}

function isTextEvent(event: StreamEvent): event is TextEvent {
  return (
    event.type === 'response.output_text.delta' ||
    event.type === 'response.output_text.done' ||
    event.type === 'response.function_call_arguments.delta' ||
    event.type === 'response.function_call_arguments.done'
  )
}

function isText(event: TextEvent): event is ResponseTextDeltaEvent | ResponseTextDoneEvent {
  return event.type.startsWith('response.output_text')
}

function placeOf(event: TextEvent): string {
  return `${event.output_index}/${isText(event) ? event.content_index : undefined}`
}
