import type { ResponseInputContent, ResponseInputMessageContentList } from './input-content.js'
import type { ApplyPatchOperation } from './items/apply-patch.js'
import type { ToolCallCaller } from './items/caller.js'
import type { ResponseCodeInterpreterToolCall } from './items/code-interpreter.js'
import type {
  ComputerSafetyCheck,
  ResponseComputerToolCall,
  ResponseComputerToolCallOutputScreenshot,
} from './items/computer.js'
import type { ResponseCustomToolCall, ResponseCustomToolCallOutput } from './items/custom-tool.js'
import type { ResponseFileSearchToolCall } from './items/file-search.js'
import type { ResponseFunctionToolCall } from './items/function-call.js'
import type { ImageGenerationCall } from './items/image-generation.js'
import type { McpApprovalRequest, McpCall, McpListTools } from './items/mcp.js'
import type { ItemStatus, ResponseOutputMessage } from './items/message.js'
import type { Program, ProgramOutput } from './items/program.js'
import type { ResponseReasoningItem } from './items/reasoning.js'
import type {
  FunctionShellAction,
  FunctionShellCallOutcome,
  LocalShellCall,
  LocalShellCallOutput,
} from './items/shell.js'
import type { ResponseFunctionWebSearch } from './items/web-search.js'
import type { ReasoningEffort } from './response.js'
import type { ResponseFormatText, ResponseFormatTextJSONSchemaConfig } from './text-config.js'
import type { ContainerReference, LocalEnvironment } from './tool-environments.js'
import type { Tool } from './tools.js'

/** An element of `input`: a message, or an output item given back in the next turn. */
export type ResponseInputItem =
  | EasyInputMessage
  | ResponseInputMessage
  | ResponseOutputMessage
  | ResponseFileSearchToolCall
  | ResponseComputerToolCall
  | ComputerCallOutput
  | ResponseFunctionWebSearch
  | ResponseFunctionToolCall
  | FunctionCallOutput
  | ToolSearchCallParam
  | ToolSearchOutputParam
  | AdditionalToolsParam
  | ConfigurationUpdateParam
  | ResponseReasoningItem
  | CompactionParam
  | CompactionTrigger
  | ImageGenerationCall
  | ResponseCodeInterpreterToolCall
  | LocalShellCall
  | LocalShellCallOutput
  | ShellCallParam
  | ShellCallOutputParam
  | ApplyPatchCallParam
  | ApplyPatchCallOutputParam
  | McpListTools
  | McpApprovalRequest
  | McpApprovalResponseParam
  | McpCall
  | ResponseCustomToolCall
  | ResponseCustomToolCallOutput
  | ItemReference
  | Program
  | ProgramOutput

/** The list form of `input`. */
export type ResponseInput = ResponseInputItem[]

/** A message in short form: `{ role: 'user', content: 'Hello' }`. */
export interface EasyInputMessage {
  type?: 'message'
  role: 'user' | 'assistant' | 'system' | 'developer'
  content: string | ResponseInputMessageContentList
  phase?: 'commentary' | 'final_answer' | null
}

/** A message with a list of content. */
export interface ResponseInputMessage {
  type?: 'message'
  role: 'user' | 'system' | 'developer'
  content: ResponseInputMessageContentList
  status?: ItemStatus
}

/** A message as `input_items` lists it. */
export interface ResponseInputMessageItem extends ResponseInputMessage {
  type: 'message'
  id: string
}

/** The result of your function. `call_id` is the call's, not its `id`. */
export interface FunctionCallOutput {
  type: 'function_call_output'
  id?: string | null
  call_id?: string | null
  output: string | ResponseInputContent[]
  name?: string | null
  namespace?: string | null
  caller?: ToolCallCaller | null
  status?: ItemStatus | null
}

/** The screen after the model's actions, given back to it. */
export interface ComputerCallOutput {
  type: 'computer_call_output'
  id?: string | null
  call_id: string
  output: ResponseComputerToolCallOutputScreenshot
  acknowledged_safety_checks?: ComputerSafetyCheck[] | null
  status?: ItemStatus | null
}

/** A search for tools of an earlier turn, given back. */
export interface ToolSearchCallParam {
  type: 'tool_search_call'
  id?: string | null
  call_id?: string | null
  arguments: unknown
  execution?: 'server' | 'client'
  status?: ItemStatus | null
}

/** The tools that a search found, when you are the one who searches. */
export interface ToolSearchOutputParam {
  type: 'tool_search_output'
  id?: string | null
  call_id?: string | null
  tools: Tool[]
  execution?: 'server' | 'client'
  status?: ItemStatus | null
}

/** Tools that come into the conversation here. */
export interface AdditionalToolsParam {
  type: 'additional_tools'
  id?: string | null
  role: 'developer'
  tools: Tool[]
}

/** Changes options in the middle of a conversation. */
export interface ConfigurationUpdateParam {
  type: 'configuration_update'
  id?: string | null
  reasoning?: { effort?: ReasoningEffort }
  text?: { format: ResponseFormatText | ResponseFormatTextJSONSchemaConfig }
}

/** A compaction item of an earlier turn, given back. */
export interface CompactionParam {
  type: 'compaction'
  id?: string | null
  encrypted_content: string
}

/** Asks the server to compact what came before. */
export interface CompactionTrigger {
  type: 'compaction_trigger'
  id?: string | null
}

/** A shell call of an earlier turn, given back. */
export interface ShellCallParam {
  type: 'shell_call'
  id?: string | null
  call_id: string
  action: FunctionShellAction
  environment?: LocalEnvironment | ContainerReference | null
  caller?: ToolCallCaller | null
  status?: ItemStatus | null
}

/** What the commands of a shell call printed, one entry a command. */
export interface ShellCallOutputParam {
  type: 'shell_call_output'
  id?: string | null
  call_id: string
  output: ShellCallOutputContentParam[]
  max_output_length?: number | null
  caller?: ToolCallCaller | null
  status?: ItemStatus | null
}

/** What one command printed. */
export interface ShellCallOutputContentParam {
  stdout: string
  stderr: string
  outcome: FunctionShellCallOutcome
}

/** A patch call of an earlier turn, given back. */
export interface ApplyPatchCallParam {
  type: 'apply_patch_call'
  id?: string | null
  call_id: string
  operation: ApplyPatchOperation
  caller?: ToolCallCaller | null
  status: 'in_progress' | 'completed'
}

/** Whether you could apply a patch, given back to the model. */
export interface ApplyPatchCallOutputParam {
  type: 'apply_patch_call_output'
  id?: string | null
  call_id: string
  output?: string | null
  caller?: ToolCallCaller | null
  status: 'completed' | 'failed'
}

/** Your answer to an `mcp_approval_request`. */
export interface McpApprovalResponseParam {
  type: 'mcp_approval_response'
  id?: string | null
  approval_request_id: string
  approve: boolean
  reason?: string | null
}

/** Stands for an item that the server has stored. */
export interface ItemReference {
  type?: 'item_reference' | null
  id: string
}
