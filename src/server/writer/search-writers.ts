import type { FileSearchResult, ResponseFileSearchToolCall } from '../../events/items/file-search.js'
import type { ResponseFunctionWebSearch, WebSearchAction } from '../../events/items/web-search.js'
import { newItemId } from '../ids.js'
import type { RunOutput } from '../run/run-output.js'
import { openItem, type ItemHandle } from './item-handle.js'

/** Writes one web search. Stages that are skipped are announced when it is done. */
export interface WebSearchWriter {
  readonly id: string
  searching(): Promise<void>
  done(fields: { action: WebSearchAction }): Promise<void>
  fail(): Promise<void>
}

/** Writes one search of vector stores. Stages that are skipped are announced when it is done. */
export interface FileSearchWriter {
  readonly id: string
  searching(): Promise<void>
  done(fields?: { queries?: string[]; results?: FileSearchResult[] | null }): Promise<void>
  fail(): Promise<void>
}

export function writeWebSearch(output: RunOutput, options: { id?: string } = {}): WebSearchWriter {
  const item = openItem<ResponseFunctionWebSearch>(output, {
    id: options.id ?? newItemId('web_search_call'),
    type: 'web_search_call',
    status: 'in_progress',
  })
  return searchWriter(item, 'response.web_search_call')
}

export function writeFileSearch(
  output: RunOutput,
  options: { id?: string; queries?: string[] } = {},
): FileSearchWriter {
  const item = openItem<ResponseFileSearchToolCall>(output, {
    id: options.id ?? newItemId('file_search_call'),
    type: 'file_search_call',
    status: 'in_progress',
    queries: options.queries ?? [],
    results: null,
  })
  return searchWriter(item, 'response.file_search_call')
}

type SearchItem = ResponseFunctionWebSearch | ResponseFileSearchToolCall

/** What both kinds of search have: the same stages, and fields that are known at the end. */
function searchWriter<Item extends SearchItem>(
  item: ItemHandle<Item>,
  events: 'response.web_search_call' | 'response.file_search_call',
) {
  void item.emit({ type: `${events}.in_progress`, ...item.place })
  let announced = false
  return {
    id: item.id,
    async searching() {
      item.requireOpen()
      if (announced) return
      announced = true
      await item.emit({ type: `${events}.searching`, ...item.place })
    },
    done: (fields?: Partial<Item>) => item.close('completed', fields),
    fail: () => item.close('failed'),
  }
}
