import { MillraceError } from '../../errors/millrace-error.js'
import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { OutputEvent } from '../backend.js'
import type { ItemOutcome } from '../run/closing-item.js'
import type { RunOutput } from '../run/run-output.js'

/** One open output item, underneath the writer for its type. */
export interface ItemHandle<Item extends ResponseOutputItem> {
  readonly id: string
  /** Where events about the item belong. */
  readonly place: { readonly item_id: string; readonly output_index: number }
  /** Throws `item_closed` or `response_ended` when nothing can be added any more. */
  requireOpen(): void
  emit(event: OutputEvent): Promise<void>
  closePart(): Promise<void>
  /** Closing a second time does nothing. */
  close(outcome: ItemOutcome, fields?: Partial<Item>): Promise<void>
}

/** Announces an item at the next `output_index`. */
export function openItem<Item extends ResponseOutputItem>(
  output: RunOutput,
  item: Item & { id: string },
): ItemHandle<Item> {
  requireRunning(output)
  const place = { item_id: item.id, output_index: output.nextIndex }
  let closed = false
  void output.emit({ type: 'response.output_item.added', output_index: place.output_index, item })

  function requireOpen(): void {
    if (closed)
      throw new MillraceError(
        'item_closed',
        `The ${item.type} item ${item.id} is done; nothing can be added to it.`,
      )
    requireRunning(output)
  }

  return {
    id: item.id,
    place,
    requireOpen,
    emit: (event) => {
      requireOpen()
      return output.emit(event)
    },
    closePart: () => output.closePart(place.output_index),
    close: async (outcome, fields) => {
      if (closed) return
      closed = true
      await output.closeItem(place.output_index, outcome, fields)
    },
  }
}

/** A response that its backend has ended takes nothing more. One that was cancelled swallows what still comes. */
export function requireRunning(output: RunOutput): void {
  if (output.ended)
    throw new MillraceError(
      'response_ended',
      'The response has its terminal event; nothing can be written after it.',
    )
}
