import { block } from '../block.js'
import type { ItemView } from '../item-view.js'

export const compaction: ItemView = {
  activity: () => 'compacting the conversation',
  block: () => block('The conversation so far was compacted.'),
}
