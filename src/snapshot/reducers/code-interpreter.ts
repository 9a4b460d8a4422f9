import type { CodeInterpreterEvent } from '../../events/code-interpreter.js'
import { setStatus, statuses } from '../item-status.js'
import { type Reducers, streams } from '../reducer.js'

const item = 'code_interpreter_call'

export const codeInterpreterReducers = {
  ...statuses(item, 'in_progress', 'interpreting', 'completed'),
  'response.code_interpreter_call.executing': setStatus(item, 'interpreting'),
  ...streams('response.code_interpreter_call_code', { items: [item], path: ['code'] }, 'code'),
} satisfies Reducers<CodeInterpreterEvent>
