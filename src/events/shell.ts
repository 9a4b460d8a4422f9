import type { DeltaFields, EventFields, ItemEventFields } from './event-fields.js'
import type { FunctionShellCallOutputContent } from './items/shell.js'

/** Alone among item events these carry no `item_id`. */
export interface ShellCommandEventFields extends EventFields {
  output_index: number
  command_index: number
}

/** A command begins. */
export interface ResponseShellCallCommandAddedEvent extends ShellCommandEventFields {
  type: 'response.shell_call_command.added'
  command: string
}

/** A piece of a command. */
export interface ResponseShellCallCommandDeltaEvent extends ShellCommandEventFields, DeltaFields {
  type: 'response.shell_call_command.delta'
}

/** The whole command. */
export interface ResponseShellCallCommandDoneEvent extends ShellCommandEventFields {
  type: 'response.shell_call_command.done'
  command: string
}

/** A piece of what a command prints. */
export interface ResponseShellCallOutputContentDeltaEvent extends ItemEventFields {
  type: 'response.shell_call_output_content.delta'
  command_index: number
  delta: { stdout?: string; stderr?: string }
}

/** All that a command printed: a list of one entry. */
export interface ResponseShellCallOutputContentDoneEvent extends ItemEventFields {
  type: 'response.shell_call_output_content.done'
  command_index: number
  output: FunctionShellCallOutputContent[]
}

export type ShellEvent =
  | ResponseShellCallCommandAddedEvent
  | ResponseShellCallCommandDeltaEvent
  | ResponseShellCallCommandDoneEvent
  | ResponseShellCallOutputContentDeltaEvent
  | ResponseShellCallOutputContentDoneEvent
