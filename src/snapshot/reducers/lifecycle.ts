import type { LifecycleEvent } from '../../events/lifecycle.js'
import { finish, finishByStatus } from '../finish.js'
import type { Fold } from '../fold.js'
import { isObject, type JsonObject } from '../json.js'
import type { Reducers } from '../reducer.js'
import { update } from '../update.js'

export const lifecycleReducers = {
  'response.created': (fold) => update(fold, ['queued', 'in_progress'], true),
  'response.queued': (fold) => update(fold, ['queued']),
  'response.in_progress': (fold) => update(fold, ['in_progress']),
  'response.completed': (fold) => finish(fold, 'response.completed'),
  'response.failed': (fold) => finish(fold, 'response.failed'),
  'response.incomplete': (fold) => finish(fold, 'response.incomplete'),
  'response.cancelled': (fold) => finish(fold, 'response.failed', ['cancelled', 'failed']),
  'response.done': finishByStatus,
  error: noteError,
  'response.error': noteError,
} satisfies Reducers<LifecycleEvent>

/** Changes nothing yet: a failed response mostly follows, and mostly says it itself. */
function noteError(fold: Fold): void {
  const { error, code, message } = fold.event
  const nested: JsonObject = isObject(error) ? error : {}
  fold.state.error = { code: nested.code ?? code ?? nested.type ?? null, message: nested.message ?? message ?? '' }
}
