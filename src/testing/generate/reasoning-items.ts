import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { ResponseStreamEvent } from '../../events/union.js'
import { placeOf, type ItemScript, type ItemWriter } from './item-script.js'
import type { Random } from './random.js'

type Reasoning = Extract<ResponseOutputItem, { type: 'reasoning' }>
type Place = { item_id: string; output_index: number }

/** Reasoning with up to two summary parts and, sometimes, its raw text under either of its names. */
export const writeReasoning: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('rs', index, random)
  const summaries = Array.from({ length: random.integer(3) }, () => random.text())
  const raw = random.chance(0.5) ? random.text() : undefined
  const base = { id: place.item_id, type: 'reasoning' } as const
  const done: Reasoning = {
    ...base,
    summary: summaries.map((text) => ({ type: 'summary_text', text })),
    encrypted_content: random.token(24),
  }
  if (raw !== undefined) done.content = [{ type: 'reasoning_text', text: raw }]
  return {
    added: { ...base, summary: [] },
    events: [
      ...summaries.flatMap((text, summary_index) => summaryEvents(random, { ...place, summary_index }, text)),
      ...(raw === undefined ? [] : rawEvents(random, place, raw)),
    ],
    done,
  }
}

function summaryEvents(
  random: Random,
  place: Place & { summary_index: number },
  text: string,
): ResponseStreamEvent[] {
  return [
    { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } },
    ...random
      .pieces(text)
      .map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...place, delta }) as const),
    { type: 'response.reasoning_summary_text.done', ...place, text },
    { type: 'response.reasoning_summary_part.done', ...place, part: { type: 'summary_text', text } },
  ]
}

function rawEvents(random: Random, item: Place, text: string): ResponseStreamEvent[] {
  const place = { ...item, content_index: 0 }
  const family = random.pick(['response.reasoning_text', 'response.reasoning'] as const)
  return [
    { type: 'response.content_part.added', ...place, part: { type: 'reasoning_text', text: '' } },
    ...random.pieces(text).map((delta) => ({ type: `${family}.delta`, ...place, delta }) as const),
    { type: `${family}.done`, ...place, text },
    { type: 'response.content_part.done', ...place, part: { type: 'reasoning_text', text } },
  ]
}

/** Earlier turns, compressed. */
export const writeCompaction: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('cmp', index, random)
  const base = { id: place.item_id, type: 'compaction' } as const
  return {
    added: { ...base, encrypted_content: '' },
    events: [{ type: 'response.compaction.compacting', ...place }],
    done: { ...base, encrypted_content: random.token(24) },
  }
}
