import { noteReplacedTexts } from './compare.js'
import { type Fold, noItem, objectIn, report, reportId } from './fold.js'
import { isSameJson, type JsonObject, textOf } from './json.js'
import { blankResponse, describeItem, normaliseItem, normaliseList } from './normalise.js'
import { rank } from './state.js'

/** The response in the event. */
export function responseOf(fold: Fold): JsonObject {
  const sent = objectIn(fold, 'response') ?? {}
  reportId(fold, 'response-id-changed', fold.state.response?.id, sent.id, noItem)
  return sent
}

/**
 * Takes the response of an event that does not end it: its fields as sent, its items only if it has
 * any. Then it is a server's account of the response so far, sent after it took up a run again.
 */
export function update(fold: Fold): void {
  const { state } = fold
  const sent = responseOf(fold)
  const known = state.response ?? blankResponse()
  const output = normaliseList(sent.output, normaliseItem)
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
  state.response?.output.forEach((item, at) =>
    noteReplacedTexts(fold, before[at]?.index ?? at, item, output[at] ?? {}),
  )
}

/** The same for the event that begins a response; a second one loses nothing. */
export function create(fold: Fold): void {
  if (fold.state.created) report(fold, 'duplicate-added')
  fold.state.created = true
  update(fold)
}
