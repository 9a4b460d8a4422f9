import type { XaiEvent } from '../../events/xai.js'
import { statuses } from '../item-status.js'
import type { Reducers } from '../reducer.js'

export const xaiReducers = {
  ...statuses('x_search_call', 'in_progress', 'searching', 'completed'),
  ...statuses('code_execution_call', 'in_progress', 'executing', 'completed'),
} satisfies Reducers<XaiEvent>
