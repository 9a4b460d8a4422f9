import type { WebSearchEvent } from '../../events/web-search.js'
import { statuses } from '../item-status.js'
import type { Reducers } from '../reducer.js'

export const webSearchReducers = {
  ...statuses('web_search_call', 'in_progress', 'searching', 'completed'),
} satisfies Reducers<WebSearchEvent>
