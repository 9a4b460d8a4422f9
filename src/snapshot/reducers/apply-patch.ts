import type { ApplyPatchEvent } from '../../events/apply-patch.js'
import type { StreamedKind } from '../kinds.js'
import { type Reducers, streams } from '../reducer.js'

const diff: StreamedKind = { items: ['apply_patch_call'], path: ['operation', 'diff'] }

export const applyPatchReducers = {
  ...streams('response.apply_patch_call_operation_diff', diff, 'diff'),
} satisfies Reducers<ApplyPatchEvent>
