import type { FoldEffect } from './effect.js'
import type { FindingPlace } from './finding.js'
import type { FoldRule } from './fold-rule.js'
import { isObject, type JsonObject, textOf } from './json.js'
import type { LooseEvent } from './loose-event.js'
import type { SnapshotState } from './state.js'

/** A response inside the fold: nothing of it is believed but that its output is a list of objects. */
export interface FoldedResponse extends JsonObject {
  output: JsonObject[]
}

export interface FoldState extends Omit<SnapshotState, 'response'> {
  response?: FoldedResponse
}

/** A fold in progress. */
export interface Fold {
  readonly strict: boolean
  readonly report: (rule: FoldRule, message: string, place: FindingPlace) => void
  readonly state: FoldState
  /**
   * What was made here since the last read and may be written. Everything else is shared, with a
   * snapshot somebody holds or with an event that was handed in, and is copied first. An owned node
   * hangs from owned nodes only.
   */
  owned: WeakSet<object>
  /** The response is not what was last read. */
  changed: boolean
  /** How many events without a number came since the last one that had one: they may have used some up. */
  unnumbered: number
  /** What is being folded, its effect so far, and the whole of the string it belongs to. */
  event: LooseEvent
  effect: FoldEffect | undefined
  text: string | undefined
  /** Where that string is. */
  located: TextPlace | undefined
}

/** The indexes of a streamed string, whether its event names them or leaves them out. */
export interface TextPlace {
  output_index: number
  /** Of a string in a part. */
  content_index?: number
}

/** For findings that concern the stream, whatever item the event is about. */
export const noItem = null

/** Notes a finding about the event being folded, or about one of the items it carries. */
export function report(
  fold: Fold,
  rule: FoldRule,
  detail = '',
  output_index: unknown = fold.event.output_index,
): void {
  const { type, sequence_number } = fold.event
  const message = `${textOf(type)}: ${rule.replaceAll('-', ' ')}${detail && ` (${detail})`}`
  fold.report(rule, message, { sequence_number, output_index })
}

/** Notes an id that is not the one known before. Gateways are seen to change ids with every event. */
export function reportId(
  fold: Fold,
  rule: FoldRule,
  known: unknown,
  now: unknown,
  output_index: unknown,
): void {
  if (textOf(known) && textOf(now) && known !== now) {
    report(fold, rule, `${textOf(known)} is now ${textOf(now)}`, output_index)
  }
}

/** Reports a field of the event that is not what the reference says. */
export function reportField(fold: Fold, name: keyof LooseEvent): void {
  report(fold, fold.event[name] === null ? 'field-null' : 'field-invalid', name)
}

/** The object in a field of the event; undefined, after a finding, when there is none. */
export function objectIn(fold: Fold, name: keyof LooseEvent): JsonObject | undefined {
  const value = fold.event[name]
  if (isObject(value)) return value
  report(fold, 'field-invalid', name)
  return undefined
}

/** Where something is in the state. A number is a position in a list. */
export type Path = readonly (string | number)[]

type Nodes = Record<string | number, unknown>

/** Writes one field or element of the state. */
export function write(fold: Fold, path: Path, value: unknown): void {
  holderOf(fold, path)[path.at(-1) ?? ''] = value
}

/** Puts an element into a list of the state, before the one at its position. */
export function insert(fold: Fold, path: Path, element: unknown): void {
  const list: unknown = holderOf(fold, path)
  if (Array.isArray(list)) list.splice(Number(path.at(-1)), 0, element)
}

/** What holds the last step of a path: on the way there what is shared is copied, and what is missing is made. */
function holderOf(fold: Fold, path: Path): Nodes {
  if (path[0] === 'response') fold.changed = true
  let node = nodesOf(fold.state)
  for (let at = 0; at < path.length - 1; at++) {
    const key = path[at] ?? ''
    const next = own(fold, node[key], typeof path[at + 1] === 'number')
    node[key] = next
    node = nodesOf(next)
  }
  return node
}

function own(fold: Fold, node: unknown, isList: boolean): object {
  if (typeof node === 'object' && node !== null && fold.owned.has(node)) return node
  const copy = isList ? (Array.isArray(node) ? node.slice() : []) : isObject(node) ? { ...node } : {}
  fold.owned.add(copy)
  return copy
}

/** Objects and lists alike: both are written by key. */
function nodesOf(node: object): Nodes {
  return node as Nodes
}
