import type { FileSearchEvent } from '../../events/file-search.js'
import { statuses } from '../item-status.js'
import type { Reducers } from '../reducer.js'

export const fileSearchReducers = {
  ...statuses('file_search_call', 'in_progress', 'searching', 'completed'),
} satisfies Reducers<FileSearchEvent>
