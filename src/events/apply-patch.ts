import type { DeltaFields, ItemEventFields } from './event-fields.js'

/** A piece of the diff. In no official schema, but api.openai.com sends it. */
export interface ResponseApplyPatchCallOperationDiffDeltaEvent extends ItemEventFields, DeltaFields {
  type: 'response.apply_patch_call_operation_diff.delta'
}

/** The whole diff. */
export interface ResponseApplyPatchCallOperationDiffDoneEvent extends ItemEventFields {
  type: 'response.apply_patch_call_operation_diff.done'
  diff: string
}

export type ApplyPatchEvent =
  | ResponseApplyPatchCallOperationDiffDeltaEvent
  | ResponseApplyPatchCallOperationDiffDoneEvent
