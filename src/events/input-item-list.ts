import type { ResponseInputMessageItem } from './input-items.js'
import type { ResponseCustomToolCallItem } from './items/custom-tool.js'
import type { ResponseFunctionToolCallItem } from './items/function-call.js'
import type { ResponseOutputItem } from './items/output-item.js'
import type { ResponseIncludable } from './params.js'
import type { ReasoningEffort } from './response.js'
import type { ResponseFormatText, ResponseFormatTextJSONSchemaConfig } from './text-config.js'

/** An item that the server has stored and lists. */
export type ResponseItem =
  | ResponseInputMessageItem
  | ResponseFunctionToolCallItem
  | ResponseCustomToolCallItem
  | ResponseConfigurationUpdateItem
  | Exclude<ResponseOutputItem, { type: 'function_call' | 'custom_tool_call' }>

/** Options that were changed in the middle of a conversation, as `input_items` lists them. */
export interface ResponseConfigurationUpdateItem {
  type: 'configuration_update'
  id: string
  reasoning?: { effort?: ReasoningEffort }
  text?: { format: ResponseFormatText | ResponseFormatTextJSONSchemaConfig }
}

/** One page of `GET /responses/{id}/input_items`. */
export interface ResponseItemList {
  object: 'list'
  data: ResponseItem[]
  first_id: string
  last_id: string
  has_more: boolean
}

/** Query of `GET /responses/{id}/input_items`. */
export interface InputItemListParams {
  include?: ResponseIncludable[]
  /** 1 to 100, default 20. */
  limit?: number
  /** Default `desc`. */
  order?: 'asc' | 'desc'
  /** Id of the item after which the page begins. */
  after?: string
}
