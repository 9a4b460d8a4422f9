import { type Fold, report } from './fold.js'
import { isEmpty, isIndex, isObject, type JsonObject, textOf } from './json.js'
import { matchOutput } from './match-output.js'
import { blankResponse, describeItem, normaliseItem, objectsIn } from './normalise.js'
import { rank, type TerminalType } from './state.js'
import { responseOf } from './update.js'

const statuses: Readonly<Record<TerminalType, readonly [string, ...string[]]>> = {
  'response.completed': ['completed'],
  'response.failed': ['failed', 'cancelled'],
  'response.incomplete': ['incomplete'],
}
const terminalStatuses = Object.values(statuses).flat()

/**
 * Takes the terminal response: whole and as sent, ids included. What was streamed only fills what it
 * left empty. Nothing changes after it.
 */
export function finish(fold: Fold, type: TerminalType, [implied, ...others] = statuses[type]): void {
  const { state } = fold
  if (!state.created) report(fold, 'created-missing')
  const sent = responseOf(fold, [implied, ...others])
  const known = state.response ?? blankResponse()
  const output = outputOf(fold, known.output, sent.output)
  const id = textOf(sent.id) || known.id
  const status = terminalStatuses.includes(textOf(sent.status)) ? sent.status : implied
  checkUsage(fold, sent.usage)
  state.response = { ...known, ...sent, id, status, output }
  if (status === 'failed' && isEmpty(state.response.error) && state.error) state.response.error = state.error
  state.items = output.map((item, at) => ({ ...describeItem(item, at, rank.item), done: true }))
  state.terminal = type
  fold.changed = true
}

/** Where no name of an event says how the response ended, its status does. */
export function finishByStatus(fold: Fold): void {
  const { response } = fold.event
  const status = isObject(response) ? textOf(response.status) : ''
  if (statuses['response.failed'].includes(status)) finish(fold, 'response.failed')
  else finish(fold, status === 'incomplete' ? 'response.incomplete' : 'response.completed')
}

function outputOf(fold: Fold, streamed: JsonObject[], sent: unknown): JsonObject[] {
  const output = objectsIn(sent).map(normaliseItem)
  const { strict } = fold
  if (streamed.length === 0) return output
  if (output.length > 0) return strict ? output : matchOutput(fold, streamed, output)
  report(fold, strict ? 'terminal-output-empty' : 'output-restored', `${streamed.length} items were streamed`)
  return strict ? output : streamed
}

/** Gateways leave out counts, or the whole of it; that is no reason to do anything but say so. */
function checkUsage(fold: Fold, usage: unknown): void {
  if (usage === undefined || usage === null) return
  const counts = isObject(usage) ? [usage.input_tokens, usage.output_tokens, usage.total_tokens] : [usage]
  if (!counts.every(isIndex)) report(fold, 'usage-shape')
}
