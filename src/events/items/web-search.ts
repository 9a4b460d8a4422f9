/** A web search. `action` is unknown while the item is new. */
export interface ResponseFunctionWebSearch {
  type: 'web_search_call'
  id: string
  status: 'in_progress' | 'searching' | 'completed' | 'failed' | 'incomplete'
  action?: WebSearchAction
}

/** What a web search does. */
export type WebSearchAction = WebSearchActionSearch | WebSearchActionOpenPage | WebSearchActionFind

/** Ask a search engine. `queries` replaces `query`. */
export interface WebSearchActionSearch {
  type: 'search'
  query?: string
  queries?: string[]
  /** Only with `include: ['web_search_call.action.sources']`. */
  sources?: WebSearchSource[]
}

/** A page that the search looked at. */
export interface WebSearchSource {
  type: 'url'
  url: string
}

/** Open a page. */
export interface WebSearchActionOpenPage {
  type: 'open_page'
  url?: string | null
}

/** Look for a text on a page. */
export interface WebSearchActionFind {
  type: 'find_in_page'
  url: string
  pattern: string
}
