import { type Fold, report } from './fold.js'
import { isEmpty, isIndex, isObject, type JsonObject, textOf } from './json.js'
import { matchOutput } from './match-output.js'
import { blankResponse, describeItem, normaliseItem, normaliseList } from './normalise.js'
import { rank, type TerminalType } from './state.js'
import { responseOf } from './update.js'

/** The terminal event of each terminal status. */
const terminals = new Map<string, TerminalType>([
  ['completed', 'response.completed'],
  ['failed', 'response.failed'],
  ['cancelled', 'response.failed'],
  ['incomplete', 'response.incomplete'],
])

/**
 * Takes the terminal response: whole and as sent, ids included. What was streamed only fills what it
 * left empty. Nothing changes after it.
 */
export function finish(fold: Fold): void {
  const { state, event } = fold
  if (!state.created) report(fold, 'created-missing')
  const sent = responseOf(fold)
  const known = state.response ?? blankResponse()
  const output = outputOf(fold, known.output, sent.output)
  checkUsage(fold, sent.usage)
  // Where the event's name does not say how the response ended, its status does.
  const name = textOf(event.type).replace('response.', '')
  const implied = terminals.has(name) ? name : 'completed'
  const status = terminals.has(textOf(sent.status)) ? textOf(sent.status) : implied
  if (!isEmpty(sent.status) && sent.status !== status) report(fold, 'status-mismatch', textOf(sent.status))
  state.response = { ...known, ...sent, id: textOf(sent.id) || known.id, status, output }
  if (status === 'failed' && isEmpty(sent.error) && state.error) state.response.error = state.error
  state.items = output.map((item, at) => ({ ...describeItem(item, at, rank.item), done: true }))
  state.terminal = terminals.get(name) ?? terminals.get(status) ?? 'response.completed'
  fold.changed = true
}

function outputOf(fold: Fold, streamed: JsonObject[], sent: unknown): JsonObject[] {
  const output = normaliseList(sent, normaliseItem)
  const { strict } = fold
  if (streamed.length === 0) return output
  if (output.length > 0) return strict ? output : matchOutput(fold, streamed, output)
  report(fold, strict ? 'terminal-output-empty' : 'output-restored')
  return strict ? output : streamed
}

/** Gateways leave out counts, or the whole of it; that is no reason to do anything but say so. */
function checkUsage(fold: Fold, usage: unknown): void {
  if (usage === undefined || usage === null) return
  const isWhole =
    isObject(usage) && [usage.input_tokens, usage.output_tokens, usage.total_tokens].every(isIndex)
  if (!isWhole) report(fold, 'usage-shape')
}
