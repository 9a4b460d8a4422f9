import type { ResponseOutputItem } from '../../events/items/output-item.js'
import { synthesiseEvents } from '../../stream/synthesise.js'
import type { OutputEvent } from '../backend.js'
import { isLifecycle } from '../run/backend-lifecycle.js'

/** The events of which an item consists, had it grown; with the two that add and end it only if asked for. */
export function innerEvents(item: ResponseOutputItem, index: number, ends?: 'with its ends'): OutputEvent[] {
  const events: OutputEvent[] = []
  for (const event of synthesiseEvents({ ...shell, output: [item] })) {
    if (isLifecycle(event)) continue
    const isEnd = event.type === 'response.output_item.added' || event.type === 'response.output_item.done'
    if (isEnd && ends === undefined) continue
    events.push(Object.assign({}, event, { output_index: index }))
  }
  return events
}

const shell = { id: '', object: 'response', created_at: 0, model: '' } as const

/** Padding against eavesdroppers belongs to one connection: the server adds its own. */
export function withoutPadding<Event extends object>(event: Event): Event {
  if (!('obfuscation' in event)) return event
  const copy = { ...event }
  delete copy.obfuscation
  return copy
}
