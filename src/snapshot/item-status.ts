import { type Fold, write } from './fold.js'
import { locateItem } from './locate-item.js'
import type { Reducer } from './reducer.js'

type Statuses<Item extends string, Status extends string> = {
  [Type in `response.${Item}.${Status}`]: Reducer
}

/** The reducers of the events `response.<item>.<status>`, each of which gives the item that status. */
export function statuses<Item extends string, Status extends string>(
  item: Item,
  ...names: Status[]
): Statuses<Item, Status>
export function statuses(item: string, ...names: string[]): Record<string, Reducer> {
  return Object.fromEntries(names.map((name) => [`response.${item}.${name}`, setStatus(item, name)]))
}

const first: readonly unknown[] = [undefined, null, 'queued']
const last: readonly unknown[] = ['completed', 'incomplete', 'failed']

/**
 * Gives an item a status: only forward, for some are added as completed, and never once the item is
 * done, for then it has said so itself. An event about an item that was never added makes none.
 */
export function setStatus(item: string, status: string): Reducer {
  return (fold: Fold) => {
    const place = locateItem(fold, { items: [item] }, false)
    if (place === undefined || place.state.done) return
    const known = place.value.status
    const isForward = !last.includes(known) && (status !== 'in_progress' || first.includes(known))
    if (isForward) write(fold, [...place.path, 'status'], status)
  }
}
