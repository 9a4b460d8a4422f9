import { socketError, type Step } from '../../src/testing/index.js'
import type { Edit, Element, StreamVariant } from './format.js'
import { events as eventsOf } from './words.js'

export type WireEvent = { type: string }

export interface ExpandedWire {
  /** One chunk for each element that writes something, with the pauses between them. */
  steps: Step[]
  /** The events among the elements, as they are sent. */
  events: WireEvent[]
  /** Whether the wire is nothing but well-framed events, so that events may be handed in as objects. */
  plain: boolean
  timed: boolean
}

type Piece = { event: WireEvent } | { bytes: Uint8Array } | { wait: number }

/** Turns the wire of a variant into bytes, by the rules of cases/README.md alone. */
export function expandWire(variant: StreamVariant): ExpandedWire {
  const pieces: Piece[] = variant.wire.flatMap(unroll)
  const kept = edit(eventsIn(pieces), variant.edits)
  const sent = number(kept, variant.sequence)
  const frames = new Map(kept.map((event, index) => [event, frame(sent[index] ?? event, index, variant)]))
  const tail = variant.tail === undefined ? [] : [bytesOf(variant.tail)]
  return {
    steps: [
      ...cutEnd(
        pieces.flatMap((piece) => stepsOf(piece, frames)),
        variant.cut ?? 0,
      ),
      ...tail,
    ],
    events: sent,
    plain: framing.every((key) => variant[key] === undefined) && pieces.every((piece) => 'event' in piece),
    timed: pieces.some((piece) => 'wait' in piece) || variant.abort !== undefined,
  }
}

const framing = ['event_lines', 'newline', 'pretty', 'ids', 'payload', 'cut', 'tail', 'http'] as const

function eventsIn(pieces: readonly Piece[]): WireEvent[] {
  return pieces.flatMap((piece) => ('event' in piece ? [piece.event] : []))
}

/** An event that an edit dropped has no frame. */
function stepsOf(piece: Piece, frames: ReadonlyMap<WireEvent, string>): Step[] {
  if ('bytes' in piece) return [piece.bytes]
  if ('wait' in piece) return [piece]
  const text = frames.get(piece.event)
  return text === undefined ? [] : [bytesOf(text)]
}

/** The events that a list of elements stands for, edited and numbered like those of the wire. */
export function expandEvents(elements: Element[], variant: StreamVariant): WireEvent[] {
  return number(eventsIn(elements.flatMap(unroll)), variant.sequence)
}

function unroll(element: Element): Piece[] {
  if (typeof element === 'string') return [{ bytes: bytesOf(element) }]
  if (Array.isArray(element) || 'type' in element) return eventsOf(element).map((event) => ({ event }))
  if ('base64' in element) return [{ bytes: Uint8Array.from(Buffer.from(element.base64, 'base64')) }]
  if ('wait' in element) return [{ wait: element.wait }]
  return Array.from({ length: element.times }, () => element.repeat.flatMap(unroll)).flat()
}

/** Edits in their order, each on every event that it selects. The events themselves are changed. */
function edit(events: readonly WireEvent[], edits: readonly Edit[] = []): WireEvent[] {
  return edits.reduce(editAll, [...events])
}

/** The events as edits would have them, in copies. */
export function edited(events: readonly WireEvent[], edits: readonly Edit[] | undefined): WireEvent[] {
  return edit(structuredClone([...events]), edits)
}

function editAll(events: WireEvent[], { type, at, drop, set = {}, remove = [] }: Edit): WireEvent[] {
  const matching = events.filter((event) => type === undefined || event.type === type)
  const selected = new Set(at === undefined ? matching : matching.slice(at, at + 1 || undefined))
  if (selected.size === 0) throw new TypeError(`An edit of ${type ?? 'any event'} at ${at} finds no event.`)
  if (drop) return events.filter((event) => !selected.has(event))
  for (const event of selected) {
    for (const [pointer, value] of Object.entries(set)) write(event, pointer, value)
    for (const pointer of remove) erase(event, pointer)
  }
  return events
}

function write(event: object, pointer: string, value: unknown): void {
  const [parent, key] = locate(event, pointer)
  parent[key] = structuredClone(value)
}

function erase(event: object, pointer: string): void {
  const [parent, key] = locate(event, pointer)
  delete parent[key]
}

/** The object that holds what a JSON pointer names. A pointer into an event that lacks the way there is a mistake. */
function locate(event: object, pointer: string): [Record<string, unknown>, string] {
  const keys = pointer.split('/').slice(1)
  const last = keys.pop() ?? ''
  let parent = event as Record<string, unknown>
  for (const key of keys) parent = parent[key] as Record<string, unknown>
  return [parent, last]
}

function number(
  events: readonly WireEvent[],
  sequence: StreamVariant['sequence'] = { from: 0 },
): WireEvent[] {
  return events.map((event, index) => {
    if ('sequence_number' in event || sequence === 'none') return event
    const own = Array.isArray(sequence) ? sequence[index] : sequence.from + index
    return own === null || own === undefined ? event : { ...event, sequence_number: own }
  })
}

function frame(event: WireEvent, index: number, variant: StreamVariant): string {
  const { event_lines = true, newline = '\n', pretty, ids } = variant
  const lines: string[] = []
  if (event_lines !== false) lines.push(`event: ${event_lines === true ? event.type : event_lines}`)
  if (ids) lines.push(`id: ${index}`)
  const json = JSON.stringify(payloadOf(event, variant), null, pretty ? 1 : undefined)
  lines.push(...json.split('\n').map((line) => `data: ${line}`), '', '')
  return lines.join(newline)
}

/** What stands in `data:`, for servers that put part of an event elsewhere. */
function payloadOf(event: WireEvent & { response?: unknown }, { payload }: StreamVariant): unknown {
  if (payload === 'unwrapped') return event.response ?? event
  if (payload !== 'without-type') return event
  const { type: _, ...rest } = event
  return rest
}

function cutEnd(steps: Step[], length: number): Step[] {
  let left = length
  return steps
    .toReversed()
    .map((step) => {
      if (!(step instanceof Uint8Array) || left === 0) return step
      const kept = step.subarray(0, Math.max(0, step.length - left))
      left -= step.length - kept.length
      return kept
    })
    .toReversed()
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The error that the body of a variant ends with. */
export function endError(end: StreamVariant['end']): Error {
  if (typeof end !== 'object') return socketError()
  const { name, message, cause } = end.error
  const error = name === 'TypeError' ? new TypeError(message) : new Error(message)
  return Object.assign(error, { name, cause: Object.assign(new Error(cause.message), { code: cause.code }) })
}
