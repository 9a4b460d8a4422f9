import type { Response } from '../../src/events/response.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import { createDiagnostics, type Diagnostic } from '../../src/snapshot/diagnostics.js'
import { createDraft, type Draft } from '../../src/snapshot/draft.js'
import type { FoldEffect } from '../../src/snapshot/effect.js'
import type { Snapshot } from '../../src/snapshot/snapshot.js'
import type { SnapshotState } from '../../src/snapshot/state.js'
import { numbered } from '../../src/testing/sequences.js'

type Event = ResponseStreamEvent

export interface Folded {
  draft: Draft
  response: Snapshot | undefined
  output: Snapshot['output']
  text: string | undefined
  /** Rule ids, in order of first appearance. */
  rules: string[]
  diagnostics: readonly Diagnostic[]
  effects: FoldEffect[]
}

export interface FoldOptions {
  strict?: boolean
  state?: SnapshotState
  keepPartialImages?: 'last'
  /** Read after every event, as a user interface does. */
  readEach?: boolean
  /** Give no numbers to events that have none. */
  asIs?: boolean
}

/** Folds events, which are numbered here unless they are; every snapshot is deeply frozen. */
export function fold(events: readonly object[], options: FoldOptions = {}): Folded {
  const { strict, state, keepPartialImages, readEach, asIs } = options
  const diagnostics = createDiagnostics({ strict })
  const draft = createDraft({ diagnostics, state, keepPartialImages, freeze: true })
  const effects: FoldEffect[] = []
  for (const event of asIs ? events : numbered(events, (state?.sequence_number ?? -1) + 1)) {
    const effect = draft.apply(loose(event))
    if (effect !== undefined) effects.push(effect)
    if (readEach) draft.read()
  }
  const response = draft.read()
  return {
    draft,
    response,
    output: response?.output ?? [],
    text: response?.output_text,
    rules: diagnostics.all.map(({ rule }) => rule),
    diagnostics: diagnostics.all,
    effects,
  }
}

/** An event that servers send although its type does not allow it. */
export function loose(event: object): Event {
  return event as Event
}

/** An event without some of its fields. */
export function without<E extends object>(event: E, ...fields: (keyof E)[]): Event {
  const copy = { ...event }
  for (const field of fields) delete copy[field]
  return loose(copy)
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze)
    Object.freeze(value)
  }
  return value
}

/** A value as it is after it was stored and loaded. */
export function stored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** A response without what the fold adds to it. */
export function asSent(response: Response | Snapshot | undefined): object | undefined {
  if (response === undefined) return undefined
  const { output_text: _computed, ...sent } = response
  return sent
}
