import type { ResponseInputContent } from '../input-content.js'
import type { ToolCallCaller } from './caller.js'
import type { ItemStatus } from './message.js'

/** The model calls a custom tool; `input` is free text, not JSON. xAI reports its server-side tools this way. */
export interface ResponseCustomToolCall {
  type: 'custom_tool_call'
  id?: string
  call_id: string
  name: string
  input: string
  namespace?: string
  caller?: ToolCallCaller | null
  async?: boolean
  status?: ItemStatus
}

/** A custom tool call as `input_items` lists it. */
export interface ResponseCustomToolCallItem extends ResponseCustomToolCall {
  id: string
  status: ItemStatus
  created_by?: string
}

/** The result of a custom tool, as it is sent. */
export interface ResponseCustomToolCallOutput {
  type: 'custom_tool_call_output'
  id?: string
  call_id: string
  output: string | ResponseInputContent[]
  caller?: ToolCallCaller | null
}

/** The result of a custom tool, as the server lists it. */
export interface ResponseCustomToolCallOutputItem extends ResponseCustomToolCallOutput {
  id: string
  status: ItemStatus
  created_by?: string
}
