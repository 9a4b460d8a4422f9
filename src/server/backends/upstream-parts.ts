import type { ItemEventFields } from '../../events/event-fields.js'
import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { BackendEvent, OutputEvent } from '../backend.js'
import { closingPart } from '../run/closing-part.js'
import type { UpstreamItems } from './upstream-items.js'

/** Puts the events of what is in an item in their place, and opens what they take for granted. */
export interface UpstreamParts {
  place(event: OutputEvent, index: number): BackendEvent[]
}

type ContentPart = Extract<OutputEvent, { type: 'response.content_part.added' }>['part']

/** What an event takes for granted: an item of a type, and a part of it. */
interface Family {
  item: () => ResponseOutputItem
  list: 'content_index' | 'summary_index'
  opens: 'response.content_part.added' | 'response.reasoning_summary_part.added'
  open: (at: ItemEventFields, slot: number) => OutputEvent
}

const message: Family['item'] = () => ({
  id: '',
  type: 'message',
  status: 'in_progress',
  role: 'assistant',
  content: [],
})
const reasoning: Family['item'] = () => ({ id: '', type: 'reasoning', summary: [] })

function contentFamily(item: Family['item'], part: ContentPart): Family {
  const opens = 'response.content_part.added'
  return {
    item,
    list: 'content_index',
    opens,
    open: (at, slot) => ({ type: opens, ...at, content_index: slot, part: { ...part } }),
  }
}

const text = contentFamily(message, { type: 'output_text', text: '', annotations: [], logprobs: [] })
const refusal = contentFamily(message, { type: 'refusal', refusal: '' })
const reasoningText = contentFamily(reasoning, { type: 'reasoning_text', text: '' })
const summary: Family = {
  item: reasoning,
  list: 'summary_index',
  opens: 'response.reasoning_summary_part.added',
  open: (at, slot) => ({
    type: 'response.reasoning_summary_part.added',
    ...at,
    summary_index: slot,
    part: { type: 'summary_text', text: '' },
  }),
}

const families: Record<string, Family | undefined> = {
  'response.content_part.added': text,
  'response.content_part.done': text,
  'response.output_text.delta': text,
  'response.output_text.done': text,
  'response.output_text.annotation.added': text,
  'response.refusal.delta': refusal,
  'response.refusal.done': refusal,
  'response.reasoning_text.delta': reasoningText,
  'response.reasoning_text.done': reasoningText,
  'response.reasoning_summary_part.added': summary,
  'response.reasoning_summary_part.done': summary,
  'response.reasoning_summary_text.delta': summary,
  'response.reasoning_summary_text.done': summary,
}

const ends = new Set<string>(['response.content_part.done', 'response.reasoning_summary_part.done'])

export function createUpstreamParts(items: UpstreamItems): UpstreamParts {
  /** Places of parts that were opened, whether or not they are done. */
  const opened = new Set<string>()

  function place(event: OutputEvent, index: number): BackendEvent[] {
    const family = families[event.type]
    const known = items.get(index)
    if (known?.done) return []
    // Of a call nobody knows the name before its item comes, which then brings all that was in here.
    if (known === undefined && family === undefined) return []
    const item = known === undefined && family ? items.add(index, family.item()) : undefined
    const before: BackendEvent[] =
      item === undefined ? [] : [{ type: 'response.output_item.added', output_index: index, item }]
    const at = { item_id: items.get(index)?.id ?? '', output_index: index }
    if (family === undefined) return [Object.assign({}, event, at)]
    return [...before, ...placePart(event, family, at)]
  }

  function placePart(
    event: OutputEvent,
    family: Family,
    at: { item_id: string; output_index: number },
  ): BackendEvent[] {
    const slot = slotOf(event, family, at.output_index)
    const key = `${at.output_index} ${family.list} ${slot}`
    const whole: OutputEvent = Object.assign({}, event, at, { [family.list]: slot })
    const isNew = !opened.has(key)
    opened.add(key)
    if (event.type === family.opens) return isNew ? [whole] : []
    if (isNew) return [family.open(at, slot), whole]
    const part = items.open.get(at.output_index)?.parts.get(`${family.list.replace('_index', '')} ${slot}`)
    if (part === undefined || (event.type.endsWith('.done') && part.seen.has(event.type))) return []
    if (!ends.has(event.type) || !('part' in event)) return [whole]
    const list = Array.from({ length: slot + 1 }, () => event.part)
    const finished = Object.assign(family.item(), { id: at.item_id, content: list, summary: list })
    const owed = closingPart(finished, part, at.output_index, 'completed')
    return [...owed.filter(({ type }) => !ends.has(type)), whole]
  }

  function slotOf(event: OutputEvent, { list, opens }: Family, index: number): number {
    const told: unknown = Reflect.get(event, list)
    if (typeof told === 'number' && Number.isInteger(told)) return told
    const open = [...(items.open.get(index)?.parts.values() ?? [])].filter(
      ({ kind }) => `${kind}_index` === list,
    )
    const last = open.at(-1)
    if (event.type !== opens) return last?.index ?? 0
    let next = 0
    while (opened.has(`${index} ${list} ${next}`)) next += 1
    return next
  }

  return { place }
}
