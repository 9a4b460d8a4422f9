import type { LifecycleEvent } from '../../events/lifecycle.js'
import { finish } from '../finish.js'
import type { Fold } from '../fold.js'
import { isObject, type JsonObject } from '../json.js'
import type { Reducers } from '../reducer.js'
import { create, update } from '../update.js'

export const lifecycleReducers = {
  'response.created': create,
  'response.queued': update,
  'response.in_progress': update,
  'response.completed': finish,
  'response.failed': finish,
  'response.incomplete': finish,
  'response.cancelled': finish,
  'response.done': finish,
  error: noteError,
  'response.error': noteError,
} satisfies Reducers<LifecycleEvent>

/** Changes nothing yet: a failed response mostly follows, and mostly says it itself. */
export function noteError(fold: Fold): void {
  const { error, code, message } = fold.event
  const nested: JsonObject = isObject(error) ? error : {}
  fold.state.error = {
    code: nested.code ?? code ?? nested.type ?? null,
    message: nested.message ?? message ?? '',
  }
}
