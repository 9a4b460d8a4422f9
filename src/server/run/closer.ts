import { closedStatus, closingItem, type ItemOutcome } from './closing-item.js'
import { closingPart } from './closing-part.js'
import type { Ledger } from './ledger.js'
import { requireJSON } from './require-json.js'

/** Ends what is open, by adding the events that it still owes. What is not open is left alone. */
export interface Closer {
  /** The first open part of an item. */
  part(outputIndex: number): void
  /** `fields` are laid over the finished item. */
  item(outputIndex: number, outcome: ItemOutcome, fields?: object): void
  all(outcome: ItemOutcome): void
}

export function createCloser(ledger: Ledger): Closer {
  function closeItem(outputIndex: number, outcome: ItemOutcome, fields: object = {}): void {
    const open = ledger.open.get(outputIndex)
    const item = ledger.item(outputIndex)
    if (open === undefined || item === undefined) return
    requireJSON(fields, `What is told of the ${item.type} item`)
    const owed = closingItem(item, open, outcome)
    for (const event of owed) ledger.add(event)
    // Reading costs as much as there are items, so it is read again only if something was added to it.
    const grown = owed.some((event) => event.type === 'response.content_part.added')
    const whole = Object.assign(
      {},
      grown ? ledger.item(outputIndex) : item,
      fields,
      closedStatus(item, outcome),
    )
    ledger.add({ type: 'response.output_item.done', output_index: outputIndex, item: whole })
  }

  return {
    part(outputIndex) {
      const part = ledger.open.get(outputIndex)?.parts.values().next().value
      const item = ledger.item(outputIndex)
      if (part === undefined || item === undefined) return
      for (const event of closingPart(item, part, outputIndex, 'completed')) ledger.add(event)
    },
    item: closeItem,
    all(outcome) {
      for (const { outputIndex } of ledger.open.all()) {
        try {
          closeItem(outputIndex, outcome)
        } catch {
          // What the fold makes no sense of stays open: the end matters more.
        }
      }
    },
  }
}
