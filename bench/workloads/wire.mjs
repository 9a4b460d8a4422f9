import { createRandom } from '../lib/random.mjs'

/** @typedef {{ type: string, [field: string]: unknown }} WireEvent */

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const hexadecimal = '0123456789abcdef'

/**
 * @param {number} length
 * @param {() => number} random
 */
function characters(length, random, alphabet = letters) {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[Math.floor(random() * alphabet.length)]
  return text
}

/** An id as OpenAI makes them: a prefix and 50 hexadecimal digits. */
export function wireId(prefix, seed = 1) {
  return `${prefix}_${characters(50, createRandom(seed), hexadecimal)}`
}

/**
 * Numbers events and pads their deltas with `obfuscation`, as OpenAI does: delta and padding together
 * are a multiple of 16 characters.
 */
export function createNumbering(seed = 7) {
  const random = createRandom(seed)
  let sequence_number = 0
  /** @param {WireEvent} event */
  return ({ type, ...fields }) => {
    const event = { type, sequence_number: sequence_number++, ...fields }
    if (typeof event.delta !== 'string') return event
    return { ...event, obfuscation: characters(16 - (event.delta.length % 16), random) }
  }
}

/** One event on the wire. @param {WireEvent} event */
export function frame(event) {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** The Response object around some output, with the fields that OpenAI always sends. */
export function wireResponse(fields = {}) {
  return {
    id: wireId('resp'),
    object: 'response',
    created_at: 1_764_000_000,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    max_tool_calls: null,
    model: 'gpt-5-mini-2025-08-07',
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    prompt_cache_key: null,
    reasoning: { effort: 'medium', summary: null },
    safety_identifier: null,
    service_tier: 'default',
    store: true,
    temperature: 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tools: [],
    top_logprobs: 0,
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: {},
    ...fields,
  }
}

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20_000,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 20_100,
}

/** A whole stream around the events of its items. @param {WireEvent[]} events @param {object[]} output */
export function lifecycle(events, output, fields = {}) {
  const started = wireResponse({ service_tier: 'auto', ...fields })
  const finished = wireResponse({ status: 'completed', output, usage, ...fields })
  return [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...events,
    { type: 'response.completed', response: finished },
  ]
}

/**
 * The events of one message whose text comes in these deltas.
 *
 * @param {string[]} deltas
 */
export function messageEvents(deltas, output_index = 0, item_id = wireId('msg', 100 + output_index)) {
  const text = deltas.join('')
  const at = { item_id, output_index, content_index: 0 }
  const part = { type: 'output_text', annotations: [], logprobs: [], text }
  const item = { id: item_id, type: 'message', status: 'completed', content: [part], role: 'assistant' }
  return {
    item,
    start: [
      {
        type: 'response.output_item.added',
        output_index,
        item: { ...item, status: 'in_progress', content: [] },
      },
      { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ],
    deltas: deltas.map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
    end: [
      { type: 'response.output_text.done', ...at, text, logprobs: [] },
      { type: 'response.content_part.done', ...at, part },
      { type: 'response.output_item.done', output_index, item },
    ],
  }
}

/** The events of one function call whose arguments come in these deltas. @param {string[]} deltas */
export function functionCallEvents(deltas, output_index = 0, item_id = wireId('fc', 100 + output_index)) {
  const text = deltas.join('')
  const call = { type: 'function_call', call_id: wireId('call', output_index).slice(0, 29), name: 'save' }
  const item = { id: item_id, status: 'completed', ...call, arguments: text }
  const at = { item_id, output_index }
  return {
    item,
    start: [
      {
        type: 'response.output_item.added',
        output_index,
        item: { ...item, status: 'in_progress', arguments: '' },
      },
    ],
    deltas: deltas.map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
    end: [
      { type: 'response.function_call_arguments.done', ...at, arguments: text },
      { type: 'response.output_item.done', output_index, item },
    ],
  }
}

/** @param {{ start: WireEvent[], deltas: WireEvent[], end: WireEvent[] }} item */
export function inOrder({ start, deltas, end }) {
  return [...start, ...deltas, ...end]
}
