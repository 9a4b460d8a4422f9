import type { Annotation } from '../events/items/content.js'
import type { ResponseOutputItem } from '../events/items/output-item.js'
import type { ResponseStreamEvent } from '../events/union.js'
import { functionCall, message, reasoning, response } from './response-builders.js'

type EventOf<Type extends ResponseStreamEvent['type']> = Extract<ResponseStreamEvent, { type: Type }>
type Part = EventOf<'response.content_part.added'>['part']

// Every builder leaves out `sequence_number`: numbered() gives it, in wire order. The items are those of
// response-builders.ts: msg_<i>, fc_<i> and rs_<i> stand at output_index i.

/** `response.created`, empty and in progress. */
export function created(): EventOf<'response.created'> {
  return { type: 'response.created', response: response('in_progress') }
}

/** `response.queued`, as a background response starts. */
export function queued(): EventOf<'response.queued'> {
  return { type: 'response.queued', response: response('queued') }
}

/** `response.in_progress`. */
export function inProgress(): EventOf<'response.in_progress'> {
  return { type: 'response.in_progress', response: response('in_progress') }
}

/** `response.output_item.added`; by default an empty message. */
export function itemAdded(
  index: number,
  item: ResponseOutputItem = { ...message(index, '', 'in_progress'), content: [] },
): EventOf<'response.output_item.added'> {
  return { type: 'response.output_item.added', output_index: index, item }
}

/** `response.output_item.done`; a string is the text of a finished message. */
export function itemDone(
  index: number,
  item: ResponseOutputItem | string,
): EventOf<'response.output_item.done'> {
  return {
    type: 'response.output_item.done',
    output_index: index,
    item: typeof item === 'string' ? message(index, item) : item,
  }
}

/** A fresh one each time: events of a test may be changed by it. */
function textPart(text: string): Part {
  return { type: 'output_text', text, annotations: [] }
}

/** `response.content_part.added`; by default an empty text part. */
export function partAdded(
  index: number,
  contentIndex: number,
  part: Part = textPart(''),
): EventOf<'response.content_part.added'> {
  return { type: 'response.content_part.added', ...inMessage(index, contentIndex), part }
}

/** `response.content_part.done`; a string is the text of the part. */
export function partDone(
  index: number,
  contentIndex: number,
  part: Part | string,
): EventOf<'response.content_part.done'> {
  const done = typeof part === 'string' ? textPart(part) : part
  return { type: 'response.content_part.done', ...inMessage(index, contentIndex), part: done }
}

/** `response.output_text.delta`. */
export function textDelta(
  index: number,
  contentIndex: number,
  delta: string,
): EventOf<'response.output_text.delta'> {
  return { type: 'response.output_text.delta', ...inMessage(index, contentIndex), delta, logprobs: [] }
}

/** `response.output_text.done`. */
export function textDone(
  index: number,
  contentIndex: number,
  text: string,
): EventOf<'response.output_text.done'> {
  return { type: 'response.output_text.done', ...inMessage(index, contentIndex), text, logprobs: [] }
}

/** `response.output_text.annotation.added`. */
export function annotationAdded(
  index: number,
  contentIndex: number,
  annotationIndex: number,
  annotation: Annotation,
): EventOf<'response.output_text.annotation.added'> {
  return {
    type: 'response.output_text.annotation.added',
    ...inMessage(index, contentIndex),
    annotation_index: annotationIndex,
    annotation,
  }
}

/** `response.refusal.delta`. */
export function refusalDelta(
  index: number,
  contentIndex: number,
  delta: string,
): EventOf<'response.refusal.delta'> {
  return { type: 'response.refusal.delta', ...inMessage(index, contentIndex), delta }
}

/** `response.refusal.done`. */
export function refusalDone(
  index: number,
  contentIndex: number,
  refusal: string,
): EventOf<'response.refusal.done'> {
  return { type: 'response.refusal.done', ...inMessage(index, contentIndex), refusal }
}

/** `response.output_item.added` with a call that has no arguments yet. */
export function functionCallAdded(index: number): EventOf<'response.output_item.added'> {
  return itemAdded(index, { ...functionCall(index, ''), status: 'in_progress' })
}

/** `response.function_call_arguments.delta`. */
export function argumentsDelta(
  index: number,
  delta: string,
): EventOf<'response.function_call_arguments.delta'> {
  return {
    type: 'response.function_call_arguments.delta',
    item_id: `fc_${index}`,
    output_index: index,
    delta,
  }
}

/** `response.function_call_arguments.done`, with the name that the wire leaves out. */
export function argumentsDone(index: number, json: string): EventOf<'response.function_call_arguments.done'> {
  return {
    type: 'response.function_call_arguments.done',
    item_id: `fc_${index}`,
    output_index: index,
    name: `f${index}`,
    arguments: json,
  }
}

/** `response.output_item.done` with the finished call. */
export function functionCallDone(index: number, json: string): EventOf<'response.output_item.done'> {
  return itemDone(index, functionCall(index, json))
}

/** `response.output_item.added` with an empty reasoning item. */
export function reasoningAdded(index: number): EventOf<'response.output_item.added'> {
  return itemAdded(index, reasoning(index, []))
}

/** `response.reasoning_summary_part.added`. */
export function summaryPartAdded(
  index: number,
  summaryIndex: number,
): EventOf<'response.reasoning_summary_part.added'> {
  return {
    type: 'response.reasoning_summary_part.added',
    ...inReasoning(index, summaryIndex),
    part: { type: 'summary_text', text: '' },
  }
}

/** `response.reasoning_summary_text.delta`. */
export function summaryDelta(
  index: number,
  summaryIndex: number,
  delta: string,
): EventOf<'response.reasoning_summary_text.delta'> {
  return { type: 'response.reasoning_summary_text.delta', ...inReasoning(index, summaryIndex), delta }
}

/** `response.reasoning_summary_text.done`. */
export function summaryDone(
  index: number,
  summaryIndex: number,
  text: string,
): EventOf<'response.reasoning_summary_text.done'> {
  return { type: 'response.reasoning_summary_text.done', ...inReasoning(index, summaryIndex), text }
}

/** `response.reasoning_summary_part.done`. */
export function summaryPartDone(
  index: number,
  summaryIndex: number,
  text: string,
): EventOf<'response.reasoning_summary_part.done'> {
  return {
    type: 'response.reasoning_summary_part.done',
    ...inReasoning(index, summaryIndex),
    part: { type: 'summary_text', text },
  }
}

/** `response.output_item.done` with the finished reasoning item. */
export function reasoningDone(
  index: number,
  summaries: readonly string[],
): EventOf<'response.output_item.done'> {
  return itemDone(index, reasoning(index, summaries))
}

/** `response.completed`. */
export function completed(output: ResponseOutputItem[]): EventOf<'response.completed'> {
  return { type: 'response.completed', response: response('completed', output) }
}

/** `response.incomplete`, for a reason such as `max_output_tokens`. */
export function incomplete(
  reason: string,
  output: ResponseOutputItem[] = [],
): EventOf<'response.incomplete'> {
  return {
    type: 'response.incomplete',
    response: response('incomplete', output, { incomplete_details: { reason } }),
  }
}

/** `response.failed`. */
export function failed(
  code: string,
  text: string,
  output: ResponseOutputItem[] = [],
): EventOf<'response.failed'> {
  return { type: 'response.failed', response: response('failed', output, { error: { code, message: text } }) }
}

/** `error` as its reference documents it: flat. */
export function flatError(code: string | null, text: string): EventOf<'error'> {
  return { type: 'error', code, message: text, param: null }
}

/** `keepalive`. */
export function keepalive(): EventOf<'keepalive'> {
  return { type: 'keepalive' }
}

function inMessage(
  index: number,
  content_index: number,
): { item_id: string; output_index: number; content_index: number } {
  return { item_id: `msg_${index}`, output_index: index, content_index }
}

function inReasoning(
  index: number,
  summary_index: number,
): { item_id: string; output_index: number; summary_index: number } {
  return { item_id: `rs_${index}`, output_index: index, summary_index }
}
