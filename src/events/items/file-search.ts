/** A search of vector stores. */
export interface ResponseFileSearchToolCall {
  type: 'file_search_call'
  id: string
  status: 'in_progress' | 'searching' | 'completed' | 'incomplete' | 'failed'
  queries: string[]
  /** Only with `include: ['file_search_call.results']`. */
  results?: FileSearchResult[] | null
}

/** A passage that was found. */
export interface FileSearchResult {
  file_id?: string
  filename?: string
  text?: string
  /** Between 0 and 1. */
  score?: number
  attributes?: Record<string, string | number | boolean> | null
}
