import { roleOf } from '../events/catalogue.js'
import type { Diagnostics } from '../snapshot/diagnostics.js'
import type { Draft } from '../snapshot/draft.js'
import type { Snapshot } from '../snapshot/snapshot.js'
import { type ItemState, rank } from '../snapshot/state.js'
import { deriveReader } from './derive-reader.js'
import type { ParsedResponseStreamEvent, ParsedTextDeltaEvent } from './parsed-events.js'

/**
 * The text of a stream of events, chunk by chunk. While the part in front grows, its deltas are the
 * chunks and nothing else is looked at; only an event that may close or replace a text makes it
 * compare with the folded response.
 */
export function readText(
  events: AsyncIterableIterator<ParsedResponseStreamEvent>,
  draft: Draft,
  diagnostics: Diagnostics,
): AsyncIterableIterator<string> {
  const front = createTextFront(draft, diagnostics)

  async function next(): Promise<IteratorResult<string>> {
    for (;;) {
      const chunk = front.take()
      if (chunk !== undefined) return { done: false, value: chunk }
      const result = await events.next()
      if (result.done) return { done: true, value: undefined }
      front.see(result.value)
    }
  }

  return deriveReader(events, next)
}

interface TextFront {
  take(): string | undefined
  see(event: ParsedResponseStreamEvent): void
}

/** Walks the parts in output order; the front is the first one that is not closed yet. */
// oxlint-disable-next-line max-lines-per-function -- one state, shared by functions of a few lines each
function createTextFront(draft: Draft, diagnostics: Diagnostics): TextFront {
  const ready: string[] = []
  let outputIndex = 0
  let contentIndex = 0
  /** The part in front exists and may grow: nothing behind it can be given out. */
  let frontIsOpen = false
  /** What of the part in front was given out. */
  let given = ''
  let total = 0

  function give(text: string): void {
    if (!text) return
    ready.push(text)
    total += text.length
  }

  function see(event: ParsedResponseStreamEvent): void {
    if (event.type === 'response.output_text.delta') {
      if (continuesFront(event)) return giveDelta(textOf(event.delta), event.snapshot)
      if (frontIsOpen && isElsewhere(event)) return
    } else if (!mayChangeText(event)) return
    const snapshot = draft.read()
    if (snapshot === undefined) return
    // A terminal output in another order has each text at a new place, where it would be given again.
    if (total < snapshot.output_text.length) walk(snapshot)
    if (roleOf(event) === 'terminal') checkTotal(snapshot, event)
  }

  function continuesFront(event: ParsedTextDeltaEvent): boolean {
    return (
      event.output_index === outputIndex &&
      event.content_index === contentIndex &&
      event.snapshot.length === given.length + textOf(event.delta).length
    )
  }

  /** Some servers leave indexes out; then only the fold knows where a delta went. */
  function isElsewhere({ output_index, content_index }: ParsedTextDeltaEvent): boolean {
    if (typeof output_index !== 'number' || typeof content_index !== 'number') return false
    return output_index !== outputIndex || content_index !== contentIndex
  }

  /** `snapshot` is the text that was given so far and the delta, so keeping it costs no copy. */
  function giveDelta(delta: string, snapshot: string): void {
    give(delta)
    given = snapshot
  }

  function walk(snapshot: Snapshot): void {
    const { items, terminal } = draft.state()
    for (const [position, item] of snapshot.output.entries()) {
      const state = items[position]
      if (state === undefined || state.index < outputIndex || item.type !== 'message') continue
      if (state.index > outputIndex) moveTo(state.index, 0)
      if (!walkParts(item.content, state, terminal !== undefined)) return
      moveTo(state.index + 1, 0)
    }
  }

  /** False when the front is in this item: an open part, or an item that may still get one. */
  function walkParts(
    content: readonly { type: string; text?: string }[],
    state: ItemState,
    ended: boolean,
  ): boolean {
    for (const [position, part] of content.entries()) {
      const slot = state.content?.[position]
      if (slot === undefined || slot.index < contentIndex) continue
      if (slot.index > contentIndex) moveTo(state.index, slot.index)
      if (part.type === 'output_text') giveRest(part.text ?? '')
      if (!ended && !state.done && slot.rank < rank.value) {
        frontIsOpen = true
        return false
      }
      moveTo(state.index, slot.index + 1)
    }
    return ended || state.done === true
  }

  /** A text that is not the given one and more was replaced: what was given cannot be taken back. */
  function giveRest(text: string): void {
    if (text.startsWith(given)) give(text.slice(given.length))
    given = text
  }

  function moveTo(output: number, content: number): void {
    outputIndex = output
    contentIndex = content
    frontIsOpen = false
    given = ''
  }

  /** A message that appeared before the front came too late for its place. */
  function checkTotal({ output_text }: Snapshot, event: ParsedResponseStreamEvent): void {
    if (total === output_text.length || diagnostics.all.some(({ rule }) => rule === 'text-replaced')) return
    diagnostics.report(
      'text-replaced',
      `${event.type}: the text streamed so far is not the final text in its final order.`,
      event,
    )
  }

  return { take: () => ready.shift(), see }
}

/** Some servers send null where nothing is new. */
function textOf(delta: unknown): string {
  return typeof delta === 'string' ? delta : ''
}

function mayChangeText(event: ParsedResponseStreamEvent): boolean {
  const role = roleOf(event)
  return (
    role === 'terminal' ||
    role === 'lifecycle' ||
    /^response\.(output_text\.done|output_item\.|content_part\.)/.test(event.type)
  )
}
