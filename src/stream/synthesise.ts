import { terminalTypeOf } from '../events/aliases.js'
import type { ResponseOutputItem } from '../events/items/output-item.js'
import type { WireResponse } from '../events/response.js'
import type { ResponseStreamEvent } from '../events/union.js'

/**
 * The events a server would have streamed for a response that came whole: opened, one delta for
 * each text, closed, and the terminal event with the response itself. Readers that only know
 * deltas see the text; the fold gives back the same response.
 */
export function* synthesiseEvents(response: WireResponse): Generator<ResponseStreamEvent> {
  let number = 0
  for (const event of unnumbered(response)) yield { ...event, sequence_number: number++ }
}

function* unnumbered(response: WireResponse): Generator<ResponseStreamEvent> {
  const opened: WireResponse = {
    ...response,
    status: 'in_progress',
    output: [],
    usage: null,
    error: null,
    incomplete_details: null,
  }
  yield { type: 'response.created', response: opened }
  yield { type: 'response.in_progress', response: opened }
  for (const [output_index, item] of (response.output ?? []).entries()) yield* itemEvents(item, output_index)
  const status = response.status ?? 'completed'
  if (status === 'in_progress' || status === 'queued') return
  yield { type: terminalTypeOf(response) ?? 'response.completed', response }
}

function* itemEvents(item: ResponseOutputItem, output_index: number): Generator<ResponseStreamEvent> {
  const place = { item_id: item.id ?? '', output_index }
  yield { type: 'response.output_item.added', output_index, item: openedItem(item) }
  if (item.type === 'message') {
    for (const [content_index, part] of item.content.entries())
      yield* partEvents(part, { ...place, content_index })
  } else if (item.type === 'function_call') {
    if (item.arguments !== '')
      yield { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments }
    yield {
      type: 'response.function_call_arguments.done',
      ...place,
      name: item.name,
      arguments: item.arguments,
    }
  }
  yield { type: 'response.output_item.done', output_index, item }
}

function openedItem(item: ResponseOutputItem): ResponseOutputItem {
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] }
  return item.type === 'function_call' ? { ...item, status: 'in_progress', arguments: '' } : item
}

type MessagePart = Extract<ResponseOutputItem, { type: 'message' }>['content'][number]

interface PartPlace {
  item_id: string
  output_index: number
  content_index: number
}

function* partEvents(part: MessagePart, place: PartPlace): Generator<ResponseStreamEvent> {
  yield { type: 'response.content_part.added', ...place, part: openedPart(part) }
  if (part.type === 'output_text') {
    if (part.text !== '')
      yield { type: 'response.output_text.delta', ...place, delta: part.text, logprobs: [] }
    yield { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] }
  } else if (part.type === 'refusal') {
    if (part.refusal !== '') yield { type: 'response.refusal.delta', ...place, delta: part.refusal }
    yield { type: 'response.refusal.done', ...place, refusal: part.refusal }
  }
  yield { type: 'response.content_part.done', ...place, part }
}

function openedPart(part: MessagePart): MessagePart {
  if (part.type === 'output_text') return { ...part, text: '', annotations: [], logprobs: [] }
  return part.type === 'refusal' ? { ...part, refusal: '' } : part
}
