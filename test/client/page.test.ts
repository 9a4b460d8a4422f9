import { describe, expect, it, vi } from 'vitest'
import { createPage, type Page, type PageBody } from '../../src/client/page.js'
import { rejection } from './rejection.js'

interface Item {
  id: string
}

function bodyOf(ids: string[], fields: Partial<PageBody<Item>> = {}): PageBody<Item> {
  return {
    object: 'list',
    data: ids.map((id) => ({ id })),
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
    has_more: false,
    ...fields,
  }
}

function pageOf(bodies: PageBody<Item>[], fetched: string[] = [], after?: string): Page<Item> {
  const [body = bodyOf([]), ...rest] = bodies
  return createPage(body, {
    after,
    fetchAfter: async (id) => {
      fetched.push(id)
      return pageOf(rest, fetched, id)
    },
  })
}

describe('createPage', () => {
  it('holds the fields of the list', () => {
    expect(pageOf([bodyOf(['a'])])).toMatchObject({
      object: 'list',
      data: [{ id: 'a' }],
      first_id: 'a',
      last_id: 'a',
      has_more: false,
    })
  })

  it('iterates the items of all pages, and fetches each page when it is reached', async () => {
    const fetched: string[] = []
    const page = pageOf(
      [bodyOf(['a', 'b'], { has_more: true }), bodyOf(['c'], { has_more: true }), bodyOf(['d'])],
      fetched,
    )
    const seen: unknown[] = []
    for await (const { id } of page) seen.push([id, fetched.length])
    expect(seen).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 1],
      ['d', 2],
    ])
    expect(fetched).toEqual(['b', 'c'])
  })

  it('iterates pages', async () => {
    const sizes: number[] = []
    for await (const page of pageOf([bodyOf(['a', 'b'], { has_more: true }), bodyOf(['c'])]).iterPages())
      sizes.push(page.data.length)
    expect(sizes).toEqual([2, 1])
  })

  it('rejects when asked for a page after the last', async () => {
    const page = pageOf([bodyOf(['a'])])
    expect(page.hasNextPage()).toBe(false)
    expect(await rejection(page.getNextPage())).toMatchObject({
      code: 'no_next_page',
      message: 'This is the last page. Ask hasNextPage() first, or iterate.',
    })
  })

  it('goes on from the last item when the server names no last_id', async () => {
    const fetched: string[] = []
    await pageOf([bodyOf(['a', 'b'], { has_more: true, last_id: null })], fetched).getNextPage()
    expect(fetched).toEqual(['b'])
  })

  it.each([
    ['names no place to go on from', bodyOf([], { has_more: true }), undefined],
    ['answers with the same page for ever', bodyOf(['a'], { has_more: true }), 'a'],
  ])('ends when the server says there is more and %s', (_name, body, after) => {
    const fetchAfter = vi.fn<(id: string) => Promise<Page<Item>>>()
    expect(createPage(body, { after, fetchAfter }).hasNextPage()).toBe(false)
  })
})
