import type { ProgrammaticToolCalling } from './tools.js'

/** Which tool the model may or must use. */
export type ToolChoice =
  | ToolChoiceOptions
  | ToolChoiceAllowed
  | ToolChoiceTypes
  | ToolChoiceFunction
  | ToolChoiceMcp
  | ToolChoiceCustom
  | ToolChoiceApplyPatch
  | ToolChoiceShell
  | ProgrammaticToolCalling

/** Whether the model may, must or must not use tools. */
export type ToolChoiceOptions = 'none' | 'auto' | 'required'

/** Some of the tools; `mode: 'required'` means one of them must be used. */
export interface ToolChoiceAllowed {
  type: 'allowed_tools'
  mode: 'auto' | 'required'
  tools: Record<string, unknown>[]
}

/** The model must use this built-in tool. */
export interface ToolChoiceTypes {
  type:
    | 'file_search'
    | 'web_search_preview'
    | 'web_search_preview_2025_03_11'
    | 'computer'
    | 'computer_use_preview'
    | 'computer_use'
    | 'image_generation'
    | 'code_interpreter'
    | 'mcp'
}

/** The model must call this function. */
export interface ToolChoiceFunction {
  type: 'function'
  name: string
}

/** The model must use this MCP server, or this tool of it. */
export interface ToolChoiceMcp {
  type: 'mcp'
  server_label: string
  name?: string | null
}

/** The model must use this custom tool. */
export interface ToolChoiceCustom {
  type: 'custom'
  name: string
}

/** The model must patch a file. */
export interface ToolChoiceApplyPatch {
  type: 'apply_patch'
}

/** The model must use the shell. */
export interface ToolChoiceShell {
  type: 'shell'
}
