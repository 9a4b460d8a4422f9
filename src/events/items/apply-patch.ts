import type { ToolCallCaller } from './caller.js'

/** The model wants a file created, changed or deleted. */
export interface ResponseApplyPatchToolCall {
  type: 'apply_patch_call'
  id: string
  call_id: string
  operation: ApplyPatchOperation
  caller?: ToolCallCaller | null
  status: 'in_progress' | 'completed'
  created_by?: string
}

/** What to do with one file. */
export type ApplyPatchOperation = ApplyPatchCreateFile | ApplyPatchUpdateFile | ApplyPatchDeleteFile

/** Create a file with this content, written as a diff. */
export interface ApplyPatchCreateFile {
  type: 'create_file'
  path: string
  diff: string
}

/** Apply a diff to a file. */
export interface ApplyPatchUpdateFile {
  type: 'update_file'
  path: string
  diff: string
}

/** Delete a file. */
export interface ApplyPatchDeleteFile {
  type: 'delete_file'
  path: string
}

/** Whether the operation worked. */
export interface ResponseApplyPatchToolCallOutput {
  type: 'apply_patch_call_output'
  id: string
  call_id: string
  output?: string | null
  caller?: ToolCallCaller | null
  status: 'completed' | 'failed'
  created_by?: string
}
