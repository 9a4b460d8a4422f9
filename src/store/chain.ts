import type { StoredItem } from './response-record.js'

/** What walking from a response to its parents needs of each. */
export interface ChainLink {
  owner: string
  parentId: string | undefined
  /** Called only for the links that count. */
  input: () => StoredItem[]
  output: () => StoredItem[]
}

export type FindLink = (id: string) => ChainLink | undefined | Promise<ChainLink | undefined>

/** What a response was given, oldest first: all turns before it, then its own input. */
export async function givenTo(id: string, findLink: FindLink): Promise<StoredItem[] | undefined> {
  const last = await findLink(id)
  return last && walkBack(id, last, findLink)
}

/** The same, and what the response itself produced. */
export async function historyOf(id: string, findLink: FindLink): Promise<StoredItem[] | undefined> {
  const last = await findLink(id)
  return last && [...(await walkBack(id, last, findLink)), ...last.output()]
}

/**
 * The walk ends where there is no parent, where the parent is gone, where it belongs to somebody
 * else, and where the chain bites its own tail.
 */
async function walkBack(id: string, last: ChainLink, findLink: FindLink): Promise<StoredItem[]> {
  const turns: StoredItem[][] = [last.input()]
  const seen = new Set([id])
  let { parentId } = last
  while (parentId !== undefined && !seen.has(parentId)) {
    seen.add(parentId)
    const link = await findLink(parentId)
    if (link === undefined || link.owner !== last.owner) break
    turns.push(link.output(), link.input())
    parentId = link.parentId
  }
  return turns.reverse().flat()
}
