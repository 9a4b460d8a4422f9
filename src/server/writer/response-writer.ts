import type { WireResponse } from '../../events/response.js'
import type { ResponseUsage } from '../../events/usage.js'
import { failureOf } from '../failure.js'
import type { RunOutput } from '../run/run-output.js'
import { failedBy } from '../run/terminal-response.js'
import {
  writeCustomToolCall,
  writeFunctionCall,
  type CallOptions,
  type CustomToolCallWriter,
  type FunctionCallWriter,
} from './call-writers.js'
import { writeCodeInterpreter, type CodeInterpreterWriter } from './code-writer.js'
import { writeImageGeneration, type ImageGenerationWriter } from './image-writer.js'
import { requireRunning } from './item-handle.js'
import {
  writeMcpCall,
  writeMcpListTools,
  type McpCallWriter,
  type McpListToolsWriter,
} from './mcp-writers.js'
import { writeMessage, type MessageOptions, type MessageWriter } from './message-writer.js'
import { writeReasoning, type ReasoningWriter } from './reasoning-writer.js'
import {
  writeFileSearch,
  writeWebSearch,
  type FileSearchWriter,
  type WebSearchWriter,
} from './search-writers.js'
import { writeWholeItem, type OutputItemInput } from './whole-item.js'

/** Fields of the terminal Response object that only the backend knows. */
export interface ResponseFields extends Partial<
  Pick<WireResponse, 'model' | 'service_tier' | 'moderation' | 'tool_usage'>
> {
  usage?: ResponseUsage
}

/**
 * Writes a response. Openers, done events, indexes, ids and numbers come by themselves, so that the
 * stream is well nested whatever is called in whatever order: what is still open is closed when
 * something else needs it closed, at the latest by `complete`, `incomplete` or `fail`.
 *
 * Every method may be awaited, and resolves when the client has room for more. Writing to something
 * that is done throws `item_closed`, after the end `response_ended`. When nobody wants the response
 * any more (`run.signal`), everything is swallowed.
 */
export interface ResponseWriter {
  message(options?: MessageOptions): MessageWriter
  reasoning(options?: { id?: string }): ReasoningWriter
  functionCall(options: CallOptions): FunctionCallWriter
  customToolCall(options: CallOptions): CustomToolCallWriter
  webSearch(options?: { id?: string }): WebSearchWriter
  fileSearch(options?: { id?: string; queries?: string[] }): FileSearchWriter
  codeInterpreter(options?: { id?: string; container_id?: string }): CodeInterpreterWriter
  imageGeneration(options?: { id?: string }): ImageGenerationWriter
  mcpListTools(options: { server_label: string; id?: string }): McpListToolsWriter
  mcpCall(options: { server_label: string; name: string; id?: string }): McpCallWriter
  /** An item of any type that is finished already; it is streamed in one piece. */
  item(item: OutputItemInput): Promise<void>
  complete(fields?: ResponseFields): Promise<void>
  /** Ends early, with what is open closed as incomplete: `max_output_tokens`, `content_filter`. */
  incomplete(reason: string, fields?: ResponseFields): Promise<void>
  /** Ends with an `error` event and `response.failed`. Takes what a backend may throw (see `HTTPError`). */
  fail(error: unknown): Promise<void>
  /** Ends by the finish reason that chat models give: `length` and `content_filter` are incomplete, others complete. */
  finish(reason: string, fields?: ResponseFields): Promise<void>
}

const incompleteReasons: Record<string, string> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

export function createResponseWriter(output: RunOutput): ResponseWriter {
  const writer: ResponseWriter = {
    message: (options) => writeMessage(output, options),
    reasoning: (options) => writeReasoning(output, options),
    functionCall: (options) => writeFunctionCall(output, options),
    customToolCall: (options) => writeCustomToolCall(output, options),
    webSearch: (options) => writeWebSearch(output, options),
    fileSearch: (options) => writeFileSearch(output, options),
    codeInterpreter: (options) => writeCodeInterpreter(output, options),
    imageGeneration: (options) => writeImageGeneration(output, options),
    mcpListTools: (options) => writeMcpListTools(output, options),
    mcpCall: (options) => writeMcpCall(output, options),
    item: async (item) => writeWholeItem(output, item),
    complete: async (fields = {}) => {
      requireRunning(output)
      await output.end({ outcome: { status: 'completed' }, fields })
    },
    incomplete: async (reason, fields = {}) => {
      requireRunning(output)
      await output.end({ outcome: { status: 'incomplete', reason }, fields })
    },
    fail: async (error) => {
      requireRunning(output)
      const told = failureOf(error).error
      await output.end({ outcome: failedBy(told), error: told })
    },
    finish: (reason, fields) => {
      const incomplete = incompleteReasons[reason]
      return incomplete === undefined ? writer.complete(fields) : writer.incomplete(incomplete, fields)
    },
  }
  return writer
}
