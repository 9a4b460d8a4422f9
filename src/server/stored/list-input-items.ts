import { MillraceError } from '../../errors/millrace-error.js'
import type { ItemPage, ItemPageQuery } from '../../store/item-page.js'
import type { StoredItem } from '../../store/response-record.js'
import type { Exchange } from '../core.js'
import { invalidRequest } from '../http-error.js'
import { jsonResponse } from '../json-response.js'
import { integer, oneOf } from '../validation/rule.js'
import { findResponse, notFound } from './find-response.js'

/** `GET /responses/{id}/input_items`: a page of what the model was given, earlier turns included. */
export async function listInputItems(exchange: Exchange, id: string, owner: string): Promise<Response> {
  await findResponse(exchange, id, owner)
  const query = queryOf(new URL(exchange.request.url).searchParams)
  const page = await pageOf(exchange, id, query)
  if (page === undefined) throw notFound(id)
  return jsonResponse({
    object: 'list',
    data: page.items,
    first_id: idOf(page.items[0]),
    last_id: idOf(page.items.at(-1)),
    has_more: page.hasMore,
  })
}

async function pageOf({ store }: Exchange, id: string, query: ItemPageQuery): Promise<ItemPage | undefined> {
  try {
    return await store.records.listInputItems(id, query)
  } catch (cause) {
    if (!MillraceError.isInstance(cause) || cause.code !== 'item_missing') throw cause
    const param = query.after === undefined ? 'before' : 'after'
    throw invalidRequest(
      `Item with id '${query[param]}' not found in this response.`,
      param,
      'item_not_found',
    )
  }
}

function queryOf(query: URLSearchParams): ItemPageQuery {
  const limit = query.get('limit')
  const order = query.get('order')
  const after = query.get('after')
  const before = query.get('before')
  return {
    ...(limit !== null && { limit: limitOf(limit) }),
    ...(order !== null && { order: orderOf(order) }),
    ...(after !== null && after !== '' && { after }),
    ...(before !== null && before !== '' && { before }),
  }
}

function limitOf(text: string): number {
  const limit = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  integer({ min: 1, max: 100 })(Number.isNaN(limit) ? text : limit, 'limit')
  return limit
}

function orderOf(text: string): 'asc' | 'desc' {
  oneOf('asc', 'desc')(text, 'order')
  return text === 'asc' ? 'asc' : 'desc'
}

function idOf(item: StoredItem | undefined): string | null {
  return item !== undefined && 'id' in item && typeof item.id === 'string' ? item.id : null
}
