import type { InputItemListParams, ResponseItem } from '../events/input-item-list.js'
import { readJSONAnswer } from './json-answer.js'
import type { RequestOptions } from './options.js'
import { createPage, createPagePromise, type Page, type PageBody, type PagePromise } from './page.js'
import { request } from './request.js'
import { responsePath } from './request-checks.js'
import type { Session } from './send.js'
import type { Redact } from '../errors/redact-headers.js'
import type { FetchResponse } from './transport.js'
import { unexpectedAnswer } from './unexpected-answer.js'

/** `client.responses.inputItems` */
export interface InputItems {
  /**
   * What a response was given as input, newest first unless `order` says otherwise. Await it for one
   * page, iterate it for all.
   *
   * @example
   * for await (const item of client.responses.inputItems.list(id)) console.log(item.type)
   */
  list(responseID: string, params?: InputItemListParams, options?: RequestOptions): PagePromise<ResponseItem>
}

export function createInputItems(session: Session): InputItems {
  function list(
    id: string,
    params: InputItemListParams = {},
    options: RequestOptions = {},
  ): PagePromise<ResponseItem> {
    const fetchAfter = async (after: string): Promise<Page<ResponseItem>> =>
      list(id, { ...params, after }, options)
    return createPagePromise(
      request(
        session,
        options,
        () => ({ method: 'GET', path: responsePath('inputItems.list', id, '/input_items'), query: params }),
        async ({ read }) => createPage(await read(readPageBody), { after: params.after, fetchAfter }),
      ),
    )
  }
  return { list }
}

async function readPageBody(http: FetchResponse, redact: Redact): Promise<PageBody<ResponseItem>> {
  const value = await readJSONAnswer(http, redact)
  if (!isPageBody(value))
    throw unexpectedAnswer(http, JSON.stringify(value), 'Expected a list of items.', redact)
  return value
}

function isPageBody(value: object): value is PageBody<ResponseItem> {
  return 'data' in value && Array.isArray(value.data)
}
