import type { ResponseApplyPatchToolCall, ResponseApplyPatchToolCallOutput } from './apply-patch.js'
import type { ResponseCodeInterpreterToolCall } from './code-interpreter.js'
import type { ResponseCompactionItem } from './compaction.js'
import type { ResponseComputerToolCall, ResponseComputerToolCallOutputItem } from './computer.js'
import type { ResponseCustomToolCall, ResponseCustomToolCallOutputItem } from './custom-tool.js'
import type { ResponseFileSearchToolCall } from './file-search.js'
import type { ResponseFunctionToolCall, ResponseFunctionToolCallOutputItem } from './function-call.js'
import type { ImageGenerationCall } from './image-generation.js'
import type { McpApprovalRequest, McpApprovalResponse, McpCall, McpListTools } from './mcp.js'
import type { ResponseOutputMessage } from './message.js'
import type { Program, ProgramOutput } from './program.js'
import type { ResponseReasoningItem } from './reasoning.js'
import type {
  LocalShellCall,
  LocalShellCallOutput,
  ResponseFunctionShellToolCall,
  ResponseFunctionShellToolCallOutput,
} from './shell.js'
import type { AdditionalTools, ResponseToolSearchCall, ResponseToolSearchOutputItem } from './tool-search.js'
import type { ResponseFunctionWebSearch } from './web-search.js'
import type { XaiToolCall } from './xai.js'

/**
 * An element of `response.output`, told apart by `type`. Servers may send item types that are not
 * listed here; they pass through unchanged, so give a `switch` over them a harmless `default:`.
 */
export type ResponseOutputItem =
  | ResponseOutputMessage
  | ResponseReasoningItem
  | ResponseFunctionToolCall
  | ResponseFunctionToolCallOutputItem
  | ResponseCustomToolCall
  | ResponseCustomToolCallOutputItem
  | ResponseFunctionWebSearch
  | ResponseFileSearchToolCall
  | ResponseCodeInterpreterToolCall
  | ImageGenerationCall
  | ResponseComputerToolCall
  | ResponseComputerToolCallOutputItem
  | ResponseFunctionShellToolCall
  | ResponseFunctionShellToolCallOutput
  | LocalShellCall
  | LocalShellCallOutput
  | ResponseApplyPatchToolCall
  | ResponseApplyPatchToolCallOutput
  | McpCall
  | McpListTools
  | McpApprovalRequest
  | McpApprovalResponse
  | Program
  | ProgramOutput
  | ResponseToolSearchCall
  | ResponseToolSearchOutputItem
  | AdditionalTools
  | ResponseCompactionItem
  | XaiToolCall
