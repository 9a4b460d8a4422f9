import type { Snapshot } from '../../snapshot/snapshot.js'
import type { StreamEvent } from '../../stream/event-feed.js'
import type { Screen } from '../terminal/screen.js'
import type { Block } from './block.js'
import { citationsBlock } from './citations.js'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from './fields.js'
import { itemBlock } from './items.js'
import { refusalHeading, thinkingHeading } from './items/speech.js'

/**
 * Everything but the text: reasoning and refusals as they arrive, each tool call when it is done,
 * and at the end whatever was not shown yet. A refusal is what the model answered, but not the text
 * that was asked for: it goes to stderr, and the response counts as completed.
 */
export interface View {
  event(event: StreamEvent): void
  /** What of the response was seen before, elsewhere: it is not shown again. */
  skip(text: string, response: Snapshot | undefined): void
  /**
   * The response at its end, or as far as it came. Prints what of its text and items is still missing; `text` is what
   * stdout should have in the end, if that is not the response's own.
   */
  finish(response: Snapshot | undefined, text?: string): Promise<void>
}

const speech = {
  thinking: { heading: thinkingHeading, dim: true },
  refusal: { heading: refusalHeading, dim: false },
}

export function createView(screen: Screen): View {
  const shownPlaces = new Set<unknown>()
  const shownIds = new Set<unknown>()
  const lastPart = new Map<unknown, number>()
  let seen = ''

  function show(found: Block | undefined): void {
    if (found === undefined) return
    if (found.stands === 'out') screen.problem(found.lines)
    else screen.note(found.lines)
  }

  function showItem(item: unknown, place: unknown, cutOff = false): void {
    shownPlaces.add(place)
    shownIds.add(fieldsOf(item).id)
    const alreadySaid = lastPart.has(place)
    if (!alreadySaid) show(itemBlock(item, { cutOff }))
  }

  /** Parts of one item stand apart by a blank line; nothing in the deltas says so. */
  function say(
    kind: keyof typeof speech,
    { output_index, summary_index, content_index, delta }: Fields,
  ): void {
    const part = numberOf(summary_index) ?? numberOf(content_index) ?? 0
    const before = lastPart.get(output_index)
    lastPart.set(output_index, part)
    const gap = before === undefined || before === part ? '' : '\n\n'
    screen.aside({ key: `${kind} ${String(output_index)}`, ...speech[kind] }, gap + textOf(delta))
  }

  const think = (event: Fields) => say('thinking', event)
  const handlers: Partial<Record<StreamEvent['type'], (event: Fields) => void>> = {
    'response.output_item.added': ({ item }) => {
      if (fieldsOf(item).type === 'message') screen.breakText()
      else screen.rest()
    },
    'response.output_item.done': ({ item, output_index }) => showItem(item, output_index),
    'response.reasoning_summary_text.delta': think,
    'response.reasoning_text.delta': think,
    'response.reasoning.delta': think,
    'response.refusal.delta': (event) => say('refusal', event),
  }

  async function missingText(text: string): Promise<void> {
    const written = seen + screen.written
    if (text.startsWith(written)) return screen.text(text.slice(written.length))
    await screen.endText()
    screen.problem(['The final text differs from what was printed as it arrived; --json shows both.'])
  }

  return {
    event(event) {
      handlers[event.type]?.(fieldsOf(event))
    },
    skip(text, response) {
      seen = text
      for (const item of response?.output ?? [])
        if (fieldsOf(item).status !== 'in_progress') shownIds.add(fieldsOf(item).id)
    },
    async finish(response, text) {
      const fields = fieldsOf(response)
      if (response !== undefined) await missingText(text ?? textOf(fields.output_text))
      await screen.endText()
      for (const [place, item] of listOf(fields.output).entries()) {
        const isShown = shownPlaces.has(place) || shownIds.has(fieldsOf(item).id ?? place)
        if (!isShown) showItem(item, place, fields.status !== 'completed')
      }
      show(citationsBlock(fields.output))
    },
  }
}
