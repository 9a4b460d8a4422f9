import type { StoredItem } from './response-record.js'
import { storeError } from './store-error.js'

/** Which items of a list. The cursors are ids of items and exclusive. */
export interface ItemPageQuery {
  /** Begins after this item, in the order of the list. */
  after?: string
  /** Ends before this item. Without `after` it is the page directly before it. */
  before?: string
  /** Most items, at least 1. Default 20. */
  limit?: number
  /** Default `desc`: newest first. */
  order?: 'asc' | 'desc'
}

/** A part of a list. */
export interface ItemPage {
  items: StoredItem[]
  /** There are more in the direction in which the page was asked for: after it, or with `before` alone, before it. */
  hasMore: boolean
}

/**
 * The page of a list of items, oldest first, that a query asks for.
 *
 * @throws {MillraceError} `item_missing`
 */
export function pageOf(all: readonly StoredItem[], query: ItemPageQuery): ItemPage {
  const { after, before, limit = 20, order = 'desc' } = query
  const items = unique(all)
  if (order === 'desc') items.reverse()
  const from = after === undefined ? 0 : positionOf(items, after) + 1
  const to = before === undefined ? items.length : positionOf(items, before)
  if (before !== undefined && after === undefined) {
    const start = Math.max(0, to - limit)
    return { items: items.slice(start, to), hasMore: start > 0 }
  }
  const end = Math.min(to, from + limit)
  return { items: items.slice(from, Math.max(from, end)), hasMore: end < to }
}

/** An id that stood for two places would make a cursor go round in circles. */
function unique(items: readonly StoredItem[]): StoredItem[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const id = idOf(item)
    if (id === undefined) return true
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

function positionOf(items: readonly StoredItem[], id: string): number {
  const position = items.findIndex((item) => idOf(item) === id)
  if (position === -1) throw storeError('item_missing', { detail: `It was '${id}'.` })
  return position
}

function idOf(item: StoredItem): string | undefined {
  return 'id' in item && typeof item.id === 'string' ? item.id : undefined
}
