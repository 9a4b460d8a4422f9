import type { FunctionCallEvent } from '../../events/function-call.js'
import { type Fold, write } from '../fold.js'
import { isEmpty, textOf } from '../json.js'
import { functionArguments } from '../kinds.js'
import type { Reducers } from '../reducer.js'
import { append, settle } from '../streamed.js'

export const functionCallReducers = {
  'response.function_call_arguments.delta': (fold) => append(fold, functionArguments),
  'response.function_call_arguments.done': finishArguments,
} satisfies Reducers<FunctionCallEvent>

/** The reference puts the name here too; it counts where the item was never added. */
function finishArguments(fold: Fold): void {
  const item = settle(fold, functionArguments, 'arguments')?.item
  const name = textOf(fold.event.name)
  if (item !== undefined && name !== '' && isEmpty(item.value.name)) write(fold, [...item.path, 'name'], name)
}
