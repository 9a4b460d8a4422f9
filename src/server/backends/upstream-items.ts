import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { BackendEvent, OutputEvent } from '../backend.js'
import { newItemId } from '../ids.js'
import { isLifecycle } from '../run/backend-lifecycle.js'
import { createOpenItems, type OpenItems } from '../run/open-items.js'

/** An output item of an upstream, as the client knows it. */
export interface UpstreamItem {
  /** The first id it had; made here where it had none. */
  id: string
  type: string
  done: boolean
  /** Something of what is in it has been streamed. */
  hasContent: boolean
}

export interface UpstreamItems {
  readonly open: OpenItems
  readonly nextIndex: number
  get(index: number): UpstreamItem | undefined
  /** By its place in the output. */
  at(position: number): UpstreamItem | undefined
  /** The item with the id it keeps. */
  add(index: number, item: ResponseOutputItem): ResponseOutputItem
  /** An item of the terminal response, with the id under which it was streamed. */
  named(item: ResponseOutputItem, position: number): ResponseOutputItem
  /** Where an event belongs; undefined where that would be a guess. */
  indexOf(event: OutputEvent): number | undefined
  track(event: BackendEvent): void
}

export function createUpstreamItems(): UpstreamItems {
  const open = createOpenItems()
  const items = new Map<number, UpstreamItem>()
  const indexById = new Map<string, number>()

  const at = (position: number): UpstreamItem | undefined => {
    const index = [...items.keys()].toSorted((a, b) => a - b)[position]
    return index === undefined ? undefined : items.get(index)
  }

  function indexOf(event: OutputEvent): number | undefined {
    if ('output_index' in event && Number.isInteger(event.output_index)) return Number(event.output_index)
    const id = idOf(event)
    const named = typeof id === 'string' ? indexById.get(id) : undefined
    if (named !== undefined || event.type === 'response.output_item.added') return named ?? open.nextIndex
    const [first, second] = open.all()
    return second === undefined ? first?.outputIndex : undefined
  }

  return {
    open,
    at,
    indexOf,
    get: (index) => items.get(index),
    add(index, item) {
      const id = item.id || newItemId(item.type)
      items.set(index, { id, type: item.type, done: false, hasContent: false })
      indexById.set(id, index)
      return Object.assign({}, item, { id })
    },
    named(item, position) {
      const known = at(position)
      return known?.type === item.type ? Object.assign({}, item, { id: known.id }) : item
    },
    track(event) {
      if (isLifecycle(event) || !('output_index' in event)) return
      open.track(event)
      const item = items.get(Number(event.output_index))
      if (item === undefined || event.type === 'response.output_item.added') return
      if (event.type === 'response.output_item.done') item.done = true
      else item.hasContent = true
    },
    get nextIndex() {
      return open.nextIndex
    },
  }
}

function idOf(event: OutputEvent): unknown {
  if ('item_id' in event) return event.item_id
  const item: unknown = 'item' in event ? event.item : undefined
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
}
