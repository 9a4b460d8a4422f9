import { noteReplacedTexts } from './compare.js'
import { type Fold, report } from './fold.js'
import { isObject, isSameJson, type JsonObject, textOf } from './json.js'
import { blankResponse, describeItem, normaliseItem, objectsIn } from './normalise.js'
import { rank } from './state.js'

/** The response in the event, checked for what ought to agree with the event and with what came before. */
export function responseOf(fold: Fold, statuses: readonly string[]): JsonObject {
  const { response } = fold.event
  if (!isObject(response)) {
    report(fold, 'field-invalid', 'response')
    return {}
  }
  const { id, status } = response
  const known = textOf(fold.state.response?.id)
  if (known !== '' && known !== id && textOf(id) !== '') report(fold, 'response-id-changed', `${known} is now ${textOf(id)}`)
  if (typeof status === 'string' && !statuses.includes(status)) report(fold, 'status-mismatch', status)
  return response
}

/**
 * Takes the response of an event that does not end it: its fields as sent, its items only if it has
 * any. Then it is a server's account of the response so far, sent after it took up a run again.
 */
export function update(fold: Fold, statuses: readonly string[], creates = false): void {
  const { state } = fold
  if (creates && state.created) report(fold, 'duplicate-added')
  if (creates) state.created = true
  const sent = responseOf(fold, statuses)
  const known = state.response ?? blankResponse()
  const output = objectsIn(sent.output).map(normaliseItem)
  const isReset = output.length > 0 && !isSameJson(known.output, output)
  // The id it had first stays.
  const id = textOf(known.id) || textOf(sent.id)
  if (isReset) reset(fold, output)
  state.response = { ...known, ...sent, id, output: isReset ? output : known.output }
  fold.changed = true
}

/** Deltas that follow continue what was sent. The indexes of the items stay, for they may have gaps. */
function reset(fold: Fold, output: readonly JsonObject[]): void {
  const { state } = fold
  const before = state.items
  let next = 0
  state.items = output.map((item, at) => {
    const index = before[at]?.index ?? next
    next = index + 1
    return describeItem(item, index, rank.delta)
  })
  if (before.length === 0) return
  fold.effect = { ...fold.effect, snapshotReset: true }
  report(fold, 'snapshot-reset')
  state.response?.output.forEach((item, at) => noteReplacedTexts(fold, before[at]?.index ?? at, item, output[at] ?? {}))
}
