import type { Annotation } from '../../events/items/content.js'
import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { ResponseStreamEvent } from '../../events/union.js'
import { placeOf, type ItemScript, type ItemWriter } from './item-script.js'
import type { Random } from './random.js'

type Message = Extract<ResponseOutputItem, { type: 'message' }>
type Part = Message['content'][number]
type Place = { item_id: string; output_index: number; content_index: number }
type PartScript = { events: ResponseStreamEvent[]; part: Part }
type TextDelta = Extract<ResponseStreamEvent, { type: 'response.output_text.delta' }>
type Logprobs = NonNullable<TextDelta['logprobs']>

/** A message of one to three parts, each text or refusal. */
export const writeMessage: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('msg', index, random)
  const parts = Array.from({ length: 1 + random.integer(3) }, (_, content_index) => {
    const write = random.chance(0.8) ? writeText : writeRefusal
    return write(random, { ...place, content_index })
  })
  const base = { id: place.item_id, type: 'message', role: 'assistant' } as const
  return {
    added: { ...base, status: 'in_progress', content: [] },
    events: parts.flatMap((part) => part.events),
    done: { ...base, status: 'completed', content: parts.map(({ part }) => part) },
  }
}

function writeText(random: Random, place: Place): PartScript {
  const text = random.text()
  const withLogprobs = random.chance(0.3)
  const annotations: Annotation[] = []
  const logprobs: Logprobs = []
  const events: ResponseStreamEvent[] = []
  for (const delta of random.pieces(text)) {
    const own: Logprobs = withLogprobs
      ? [{ token: delta, logprob: -random.integer(100) / 8, bytes: [], top_logprobs: [] }]
      : []
    logprobs.push(...own)
    events.push({
      type: 'response.output_text.delta',
      ...place,
      delta,
      logprobs: own,
      obfuscation: random.token(random.integer(16)),
    })
    if (!random.chance(0.2)) continue
    const annotation = writeAnnotation(random)
    events.push({
      type: 'response.output_text.annotation.added',
      ...place,
      annotation_index: annotations.length,
      annotation,
    })
    annotations.push(annotation)
  }
  const part: Part = { type: 'output_text', text, annotations, logprobs }
  return {
    part,
    events: [
      {
        type: 'response.content_part.added',
        ...place,
        part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
      },
      ...events,
      { type: 'response.output_text.done', ...place, text, logprobs },
      { type: 'response.content_part.done', ...place, part },
    ],
  }
}

function writeAnnotation(random: Random): Annotation {
  const file = { file_id: `file_${random.token(6)}`, filename: 'mill.pdf' }
  const span = { start_index: 0, end_index: random.integer(9) }
  return random.pick<Annotation>([
    { type: 'url_citation', url: 'https://example.org/mill', title: 'Mill', ...span },
    { type: 'file_citation', ...file, index: 0 },
    { type: 'container_file_citation', container_id: 'cntr_1', ...file, ...span },
    { type: 'file_path', file_id: file.file_id, index: 0 },
  ])
}

function writeRefusal(random: Random, place: Place): PartScript {
  const refusal = random.text()
  const part: Part = { type: 'refusal', refusal }
  return {
    part,
    events: [
      { type: 'response.content_part.added', ...place, part: { type: 'refusal', refusal: '' } },
      ...random
        .pieces(refusal)
        .map((delta) => ({ type: 'response.refusal.delta', ...place, delta }) as const),
      { type: 'response.refusal.done', ...place, refusal },
      { type: 'response.content_part.done', ...place, part },
    ],
  }
}
