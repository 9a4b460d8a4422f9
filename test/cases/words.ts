import type { ResponseOutputItem } from '../../src/events/items/output-item.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import * as build from '../../src/testing/index.js'
import type { Word } from './format.js'

type WireEvent = ResponseStreamEvent | { type: string }

// The arguments of a word come from JSON. Each is read by a function that refuses what it is not.

function count(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`${JSON.stringify(value)} is not a number`)
  return value
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${JSON.stringify(value)} is not a string`)
  return value
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) throw new TypeError(`${JSON.stringify(value)} is not a list`)
  return value.map(text)
}

const itemWords: Record<string, (...args: unknown[]) => ResponseOutputItem> = {
  message: (i, t, status = 'completed') =>
    build.message(count(i), text(t), status as 'completed' | 'in_progress'),
  refusal: (i, t) => build.refusalMessage(count(i), text(t)),
  function_call: (i, json, status = 'completed') => {
    return { ...build.functionCall(count(i), text(json)), status: status as 'completed' | 'in_progress' }
  },
  reasoning: (i, summaries) => build.reasoning(count(i), texts(summaries)),
}

/** An output item: a word, or the item itself. */
function item(value: unknown): ResponseOutputItem {
  if (!Array.isArray(value)) return value as ResponseOutputItem
  const [name, ...args] = value as Word
  const word = itemWords[name]
  if (word === undefined) throw new TypeError(`${name} is not an item word`)
  return word(...args)
}

export function items(value: unknown): ResponseOutputItem[] {
  if (!Array.isArray(value)) throw new TypeError(`${JSON.stringify(value)} is not a list of items`)
  return value.map(item)
}

const eventWords: Record<string, (...args: unknown[]) => WireEvent | WireEvent[]> = {
  happy: (t = 'Hi there') => build.happy(text(t)),
  created: () => build.created(),
  queued: () => build.queued(),
  in_progress: () => build.inProgress(),
  item_added: (i, added) =>
    added === undefined ? build.itemAdded(count(i)) : build.itemAdded(count(i), item(added)),
  item_done: (i, done) => build.itemDone(count(i), typeof done === 'string' ? done : item(done)),
  part_added: (i, c) => build.partAdded(count(i), count(c)),
  part_done: (i, c, t) => build.partDone(count(i), count(c), text(t)),
  text_delta: (i, c, t) => build.textDelta(count(i), count(c), text(t)),
  text_done: (i, c, t) => build.textDone(count(i), count(c), text(t)),
  refusal_part_added: (i, c) => build.partAdded(count(i), count(c), { type: 'refusal', refusal: '' }),
  refusal_part_done: (i, c, t) => build.partDone(count(i), count(c), { type: 'refusal', refusal: text(t) }),
  refusal_delta: (i, c, t) => build.refusalDelta(count(i), count(c), text(t)),
  refusal_done: (i, c, t) => build.refusalDone(count(i), count(c), text(t)),
  function_call_added: (i) => build.functionCallAdded(count(i)),
  arguments_delta: (i, t) => build.argumentsDelta(count(i), text(t)),
  arguments_done: (i, t) => build.argumentsDone(count(i), text(t)),
  function_call_done: (i, t) => build.functionCallDone(count(i), text(t)),
  reasoning_added: (i) => build.reasoningAdded(count(i)),
  summary_part_added: (i, s) => build.summaryPartAdded(count(i), count(s)),
  summary_delta: (i, s, t) => build.summaryDelta(count(i), count(s), text(t)),
  summary_done: (i, s, t) => build.summaryDone(count(i), count(s), text(t)),
  summary_part_done: (i, s, t) => build.summaryPartDone(count(i), count(s), text(t)),
  reasoning_done: (i, summaries) => build.reasoningDone(count(i), texts(summaries)),
  completed: (output) => build.completed(items(output)),
  incomplete: (reason, output = []) => build.incomplete(text(reason), items(output)),
  failed: (code, t, output = []) => build.failed(text(code), text(t), items(output)),
  keepalive: () => build.keepalive(),
  slice: (from, to, ...words) =>
    words.flatMap(events).slice(count(from), to === null ? undefined : count(to)),
}

/** The events that a word stands for; any other object is an event itself. */
export function events(element: unknown): WireEvent[] {
  if (!Array.isArray(element)) return [element as WireEvent]
  const [name, ...args] = element as Word
  const word = eventWords[name]
  if (word === undefined) throw new TypeError(`${name} is not a word`)
  return [word(...args)].flat()
}
