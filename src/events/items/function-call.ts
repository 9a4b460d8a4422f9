import type { ResponseInputContent } from '../input-content.js'
import type { ToolCallCaller } from './caller.js'
import type { ItemStatus } from './message.js'

/** The model asks for a function of yours. `arguments` is JSON text, complete only once the item is done. */
export interface ResponseFunctionToolCall {
  type: 'function_call'
  id?: string
  call_id: string
  name: string
  arguments: string
  namespace?: string
  caller?: ToolCallCaller | null
  async?: boolean
  status?: ItemStatus
}

/** A function call as `input_items` lists it. */
export interface ResponseFunctionToolCallItem extends ResponseFunctionToolCall {
  id: string
  status: ItemStatus
  created_by?: string
}

/** The result of a function, given back to the model. */
export interface ResponseFunctionToolCallOutputItem {
  type: 'function_call_output'
  id: string
  call_id?: string
  name?: string
  namespace?: string
  output: string | ResponseInputContent[]
  caller?: ToolCallCaller | null
  status: ItemStatus
  created_by?: string
}
