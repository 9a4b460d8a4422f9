import type { ToolCallCaller } from './caller.js'
import type { ItemStatus } from './message.js'

/** Commands for a shell, yours or a container of the server. */
export interface ResponseFunctionShellToolCall {
  type: 'shell_call'
  id: string
  call_id: string
  action: FunctionShellAction
  /** Absent in recorded streams, although the reference requires it. */
  environment?: ResponseLocalEnvironment | ResponseContainerReference | null
  caller?: ToolCallCaller | null
  status: ItemStatus
  created_by?: string
}

/** Commands for the shell. The timeout is in ms, the output length in characters. */
export interface FunctionShellAction {
  commands: string[]
  timeout_ms?: number | null
  max_output_length?: number | null
}

/** Commands run on your machine. */
export interface ResponseLocalEnvironment {
  type: 'local'
}

/** Commands run in this container. */
export interface ResponseContainerReference {
  type: 'container_reference'
  container_id: string
}

/** What the commands printed, one entry a command. */
export interface ResponseFunctionShellToolCallOutput {
  type: 'shell_call_output'
  id: string
  call_id: string
  output: FunctionShellCallOutputContent[]
  max_output_length?: number | null
  caller?: ToolCallCaller | null
  status: ItemStatus
  created_by?: string
}

/** What one command printed, and how it ended. */
export interface FunctionShellCallOutputContent {
  stdout: string
  stderr: string
  outcome: FunctionShellCallOutcome
  created_by?: string
}

/** How a command ended. */
export type FunctionShellCallOutcome = { type: 'timeout' } | { type: 'exit'; exit_code: number }

/** The older tool: one command, always run by you. */
export interface LocalShellCall {
  type: 'local_shell_call'
  id: string
  call_id: string
  action: LocalShellAction
  status: ItemStatus
}

/** One command as a list of words. The timeout is in ms. */
export interface LocalShellAction {
  type: 'exec'
  command: string[]
  env: Record<string, string>
  timeout_ms?: number | null
  user?: string | null
  working_directory?: string | null
}

/** `output` is JSON text. */
export interface LocalShellCallOutput {
  type: 'local_shell_call_output'
  id: string
  output: string
  status?: ItemStatus | null
}
