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
  const opened: WireResponse = { ...response, status: 'in_progress', output: [], usage: null, error: null, incomplete_details: null }
  yield { type: 'response.created', response: opened }
  yield { type: 'response.in_progress', response: opened }
  for (const [output_index, item] of (response.output ?? []).entries()) yield* itemEvents(item, output_index)
  const status = response.status ?? 'completed'
  if (status === 'in_progress' || status === 'queued') return
  yield { type: terminalTypeOf(response) ?? 'response.completed', response }
}

function* itemEvents(item: ResponseOutputItem, output_index: number): Generator<ResponseStreamEvent> {
  if (item.type === 'message') {
    yield { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', content: [] } }
    yield* partEvents(item.content, item.id, output_index)
  } else if (item.type === 'function_call') {
    yield { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', arguments: '' } }
    const place = { item_id: item.id ?? '', output_index }
    if (item.arguments !== '') yield { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments }
    yield { type: 'response.function_call_arguments.done', ...place, name: item.name, arguments: item.arguments }
  } else {
    yield { type: 'response.output_item.added', output_index, item }
  }
  yield { type: 'response.output_item.done', output_index, item }
}

type MessagePart = Extract<ResponseOutputItem, { type: 'message' }>['content'][number]

function* partEvents(content: readonly MessagePart[], item_id: string, output_index: number): Generator<ResponseStreamEvent> {
  for (const [content_index, part] of content.entries()) {
    const place = { item_id, output_index, content_index }
    if (part.type === 'output_text') {
      yield { type: 'response.content_part.added', ...place, part: { ...part, text: '', annotations: [], logprobs: [] } }
      if (part.text !== '') yield { type: 'response.output_text.delta', ...place, delta: part.text, logprobs: [] }
      yield { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] }
    } else if (part.type === 'refusal') {
      yield { type: 'response.content_part.added', ...place, part: { ...part, refusal: '' } }
      if (part.refusal !== '') yield { type: 'response.refusal.delta', ...place, delta: part.refusal }
      yield { type: 'response.refusal.done', ...place, refusal: part.refusal }
    } else {
      yield { type: 'response.content_part.added', ...place, part }
    }
    yield { type: 'response.content_part.done', ...place, part }
  }
}
