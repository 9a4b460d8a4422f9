import type { ResponseReasoningItem } from '../../events/items/reasoning.js'
import { newItemId } from '../ids.js'
import type { RunOutput } from '../run/run-output.js'
import { openItem } from './item-handle.js'

/** Writes one reasoning item: a summary in parts, raw reasoning text, or both in turn. */
export interface ReasoningWriter {
  readonly id: string
  /** Appends to the open part of the summary. */
  summary(delta: string): Promise<void>
  /** Appends to the raw reasoning. */
  text(delta: string): Promise<void>
  /** Ends the open part, so that what follows is a new one. */
  endPart(): Promise<void>
  done(fields?: Pick<ResponseReasoningItem, 'encrypted_content'>): Promise<void>
}

export function writeReasoning(output: RunOutput, options: { id?: string } = {}): ReasoningWriter {
  const item = openItem<ResponseReasoningItem>(output, {
    id: options.id ?? newItemId('reasoning'),
    type: 'reasoning',
    summary: [],
  })
  const next = { summary: 0, content: 0 }
  let open: { kind: keyof typeof next; index: number } | undefined

  /** The index of the open part of this kind; opens one when there is none. */
  function part(kind: keyof typeof next): number {
    item.requireOpen()
    if (open?.kind === kind) return open.index
    void item.closePart()
    open = { kind, index: next[kind]++ }
    void item.emit(
      kind === 'summary'
        ? {
            type: 'response.reasoning_summary_part.added',
            ...item.place,
            summary_index: open.index,
            part: { type: 'summary_text', text: '' },
          }
        : {
            type: 'response.content_part.added',
            ...item.place,
            content_index: open.index,
            part: { type: 'reasoning_text', text: '' },
          },
    )
    return open.index
  }

  return {
    id: item.id,
    async summary(delta) {
      const summaryIndex = part('summary')
      if (delta !== '')
        await item.emit({
          type: 'response.reasoning_summary_text.delta',
          ...item.place,
          summary_index: summaryIndex,
          delta,
        })
    },
    async text(delta) {
      const contentIndex = part('content')
      if (delta !== '')
        await item.emit({
          type: 'response.reasoning_text.delta',
          ...item.place,
          content_index: contentIndex,
          delta,
        })
    },
    async endPart() {
      item.requireOpen()
      open = undefined
      await item.closePart()
    },
    done: (fields) => item.close('completed', fields),
  }
}
