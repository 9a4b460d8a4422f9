import type { ItemEventFields } from '../../events/event-fields.js'
import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { OutputEvent } from '../backend.js'
import type { ItemOutcome } from './closing-item.js'
import type { OpenPart } from './open-items.js'

/** The events that an open part still owes: its own done event, unless it had that, and the end of the part. */
export function closingPart(
  item: ResponseOutputItem,
  part: OpenPart,
  outputIndex: number,
  outcome: ItemOutcome,
): OutputEvent[] {
  const place = { item_id: item.id ?? '', output_index: outputIndex }
  return closers[part.kind](item, part, place, outcome).filter((event) => !part.seen.has(event.type))
}

type PartCloser = (
  item: ResponseOutputItem,
  part: OpenPart,
  place: ItemEventFields,
  outcome: ItemOutcome,
) => OutputEvent[]

const closeContent: PartCloser = (item, part, place) => {
  if (item.type !== 'message' && item.type !== 'reasoning') return []
  const content = item.content?.[part.index]
  if (content === undefined) return []
  const at = { ...place, content_index: part.index }
  const end: OutputEvent = { type: 'response.content_part.done', ...at, part: content }
  if (content.type === 'refusal')
    return [{ type: 'response.refusal.done', ...at, refusal: content.refusal }, end]
  if (content.type === 'reasoning_text')
    return [{ type: 'response.reasoning_text.done', ...at, text: content.text }, end]
  return [
    { type: 'response.output_text.done', ...at, text: content.text, logprobs: content.logprobs ?? [] },
    end,
  ]
}

const closeSummary: PartCloser = (item, part, place, outcome) => {
  const content = item.type === 'reasoning' ? item.summary[part.index] : undefined
  if (content === undefined) return []
  const at = { ...place, summary_index: part.index }
  return [
    { type: 'response.reasoning_summary_text.done', ...at, text: content.text },
    {
      type: 'response.reasoning_summary_part.done',
      ...at,
      part: content,
      ...(outcome !== 'completed' && { status: 'incomplete' as const }),
    },
  ]
}

const closeCommand: PartCloser = (item, part, place) => {
  const command = item.type === 'shell_call' ? item.action.commands[part.index] : undefined
  if (command === undefined) return []
  return [
    {
      type: 'response.shell_call_command.done',
      output_index: place.output_index,
      command_index: part.index,
      command,
    },
  ]
}

const closers: Record<OpenPart['kind'], PartCloser> = {
  content: closeContent,
  summary: closeSummary,
  command: closeCommand,
}
