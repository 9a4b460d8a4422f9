import type { Tool } from '../tools.js'
import type { ItemStatus } from './message.js'

/** The model looks for tools that were deferred. `call_id` is null when the server itself searches. */
export interface ResponseToolSearchCall {
  type: 'tool_search_call'
  id: string
  call_id: string | null
  arguments: unknown
  execution: 'server' | 'client'
  status: ItemStatus
  created_by?: string
}

/** The tools that were found. */
export interface ResponseToolSearchOutputItem {
  type: 'tool_search_output'
  id: string
  call_id: string | null
  execution: 'server' | 'client'
  tools: Tool[]
  status: ItemStatus
  created_by?: string
}

/** Tools that came into a conversation after it began. */
export interface AdditionalTools {
  type: 'additional_tools'
  id: string
  role: 'unknown' | 'user' | 'assistant' | 'system' | 'critic' | 'discriminator' | 'developer' | 'tool'
  tools: Tool[]
}
