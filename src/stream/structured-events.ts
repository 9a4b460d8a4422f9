import type { FunctionCallEvent } from '../events/function-call.js'
import type { ResponseTextDeltaEvent, ResponseTextDoneEvent } from '../events/text.js'
import type { Draft } from '../snapshot/draft.js'
import type { FoldEffect } from '../snapshot/effect.js'
import type { ParseResult, PartialValue, ValueDeclaration } from '../structured/declaration.js'
import type { Declarations } from '../structured/declarations.js'
import { calledName } from '../structured/function-tools.js'
import { isAnswer, parseResponse } from '../structured/parse-response.js'
import type { Declared, ParsedResponse } from '../structured/parsed-response.js'
import type { StreamEvent } from './event-feed.js'
import { createGrowingValues } from './growing-values.js'

/** The events that carry the text of a value. */
type TextEvent = ResponseTextDeltaEvent | ResponseTextDoneEvent | FunctionCallEvent

/** The declared values of one stream, as its events tell of them. */
export interface StructuredEvents {
  /** The texts have a format, not only the tools. */
  readonly hasFormat: boolean
  /** The format can read a text that is still arriving. */
  readonly hasPartials: boolean
  /** Adds what an event now tells of a value, after the fold has seen it. A promise where a text is complete. */
  raise(event: StreamEvent, effect: FoldEffect | undefined): Promise<void> | undefined
  /** The growing values of the texts that have come nearer to their end since this was last asked. */
  takeGrown(): PartialValue[]
  /** The terminal response with its values. */
  final<D extends Declared>(): Promise<ParsedResponse<D>>
}

interface KnownValue {
  declaration: ValueDeclaration<unknown>
  text: string
  result: Promise<ParseResult<unknown>>
}

export function createStructuredEvents(declared: Declarations, draft: Draft): StructuredEvents {
  const { format } = declared
  const growing = createGrowingValues()
  const grown = new Set<PartialValue>()
  const known = new Map<string, KnownValue>()

  function raise(event: StreamEvent, effect: FoldEffect | undefined): Promise<void> | undefined {
    if (effect?.snapshotReset) growing.distrust()
    if (isTextEvent(event)) return raiseText(event)
    // Some servers send a text with what closes it, and not before.
    if (event.type === 'response.content_part.done' || event.type === 'response.output_item.done')
      growTexts(event.output_index)
    return undefined
  }

  function raiseText(event: TextEvent): Promise<void> | undefined {
    const { output_index, content_index } = indexesOf(event)
    const declaration = declarationOf(event, output_index, declared, draft)
    if (declaration === undefined) return undefined
    const text = isText(event) ? draft.textAt(output_index, content_index) : draft.argumentsAt(output_index)
    const place = placeAt(output_index, content_index)
    const delta = 'delta' in event && typeof event.delta === 'string' ? event.delta : ''
    const partial = growing.grow(place, declaration, text, delta)
    if (partial !== undefined && isText(event)) grown.add(partial)
    if (!('delta' in event)) return complete(event, declaration, text, place)
    if (partial !== undefined) Object.assign(event, { partial: partial.value })
    return undefined
  }

  /** What an event leaves out the fold has found. */
  function indexesOf(event: TextEvent): { output_index?: number; content_index?: number } {
    const { output_index } = event
    const content_index = isText(event) ? event.content_index : undefined
    const isWhole = typeof output_index === 'number' && (!isText(event) || typeof content_index === 'number')
    return isWhole ? { output_index, content_index } : (draft.located ?? {})
  }

  function growTexts(output_index: number, seen: ReadonlySet<string> = new Set()): void {
    if (format === undefined || !isAnswer({ phase: draft.phaseAt(output_index) })) return
    for (const { content_index, text } of draft.textsAt(output_index)) {
      if (seen.has(text)) continue
      const partial = growing.grow(placeAt(output_index, content_index), format, text)
      if (partial !== undefined) grown.add(partial)
    }
  }

  /** A text that is no JSON may have been cut short, which only the terminal response tells. */
  async function complete(
    event: ResponseTextDoneEvent | Extract<FunctionCallEvent, { arguments: string }>,
    declaration: ValueDeclaration<unknown>,
    text: string,
    place: string,
  ): Promise<void> {
    const { parsed, parse_error } = await readOnce(declaration, text, place)
    const field = isText(event) ? 'parsed' : 'parsed_arguments'
    if (parse_error === undefined) Object.assign(event, { [field]: parsed })
    else if (parse_error.code !== 'invalid_json') Object.assign(event, { parse_error })
  }

  /** A schema is asked once for each text, so that the event and the response have the same value. */
  function readOnce(
    declaration: ValueDeclaration<unknown>,
    text: string,
    place: string,
  ): Promise<ParseResult<unknown>> {
    const last = known.get(place)
    if (last?.declaration === declaration && last.text === text) return last.result
    const result = Promise.resolve(declaration.parse(text))
    known.set(place, { declaration, text, result })
    return result
  }

  return {
    hasFormat: format !== undefined,
    hasPartials: format?.openPartial !== undefined,
    raise,
    takeGrown() {
      const values = [...grown]
      grown.clear()
      return values
    },
    final() {
      const response = draft.final()
      // Where indexes had gaps, a text has another place now; it is the same text.
      const seen = growing.texts()
      for (const index of response.output.keys()) growTexts(index, seen)
      return parseResponse(response, declared, (declaration, text, output_index, content_index) =>
        readOnce(declaration, text, placeAt(output_index, content_index)),
      )
    },
  }
}

/** What reads the text of an event, if anything does. */
function declarationOf(
  event: TextEvent,
  output_index: number | undefined,
  { format, tools }: Declarations,
  draft: Draft,
): ValueDeclaration<unknown> | undefined {
  if (!isText(event)) return tools.get(calledName(draft.toolAt(output_index)))
  return isAnswer({ phase: draft.phaseAt(output_index) }) ? format : undefined
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

function placeAt(output_index: number | undefined, content_index: number | undefined): string {
  return `${output_index}/${content_index}`
}
