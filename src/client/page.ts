import { MillraceError } from '../errors/millrace-error.js'
import type { APIPromise } from './api-promise.js'

/** A list as the API sends it. */
export interface PageBody<Item> {
  object: 'list'
  data: Item[]
  first_id: string | null
  last_id: string | null
  has_more: boolean
}

/** One page of a list. Iterating goes on through all later pages, fetching each when it is reached. */
export interface Page<Item> extends PageBody<Item>, AsyncIterable<Item> {
  hasNextPage(): boolean
  /** Rejects with `no_next_page` when this is the last. */
  getNextPage(): Promise<Page<Item>>
  /** This page and all later ones. */
  iterPages(): AsyncIterableIterator<Page<Item>>
}

/** Can be awaited for the first page, or iterated for all items. */
export interface PagePromise<Item> extends APIPromise<Page<Item>>, AsyncIterable<Item> {}

export interface PageSource<Item> {
  /** Where the page began; a server that answers with the same place again would never end. */
  after: string | undefined
  fetchAfter: (id: string) => Promise<Page<Item>>
}

export function createPage<Item extends { id?: string | null }>(
  body: PageBody<Item>,
  source: PageSource<Item>,
): Page<Item> {
  const next = nextCursor(body, source.after)

  const page: Page<Item> = {
    ...body,
    hasNextPage: () => next !== undefined,
    async getNextPage() {
      if (next === undefined)
        throw new MillraceError('no_next_page', 'This is the last page. Ask hasNextPage() first, or iterate.')
      return source.fetchAfter(next)
    },
    async *iterPages() {
      yield page
      for (let at = page; at.hasNextPage();) {
        at = await at.getNextPage()
        yield at
      }
    },
    async *[Symbol.asyncIterator]() {
      for await (const each of page.iterPages()) yield* each.data
    },
  }
  return page
}

function nextCursor(body: PageBody<{ id?: string | null }>, after: string | undefined): string | undefined {
  if (!body.has_more) return undefined
  const last = body.last_id ?? body.data.at(-1)?.id ?? undefined
  return last === after ? undefined : last
}

/** Makes the promise of a page iterable, so that a list can be iterated without awaiting it first. */
export function createPagePromise<Item>(promise: APIPromise<Page<Item>>): PagePromise<Item> {
  return Object.assign(promise, {
    async *[Symbol.asyncIterator]() {
      yield* await promise
    },
  })
}
