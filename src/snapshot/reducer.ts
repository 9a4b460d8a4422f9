import type { Fold } from './fold.js'
import type { StreamedKind } from './kinds.js'
import type { LooseEvent } from './loose-event.js'
import { append, settle } from './streamed.js'

/** Folds `fold.event`. */
export type Reducer = (fold: Fold) => void

/** A reducer for each type of a family of events, but for those that change nothing. */
export type Reducers<Event extends { type: string }, WithoutEffect extends Event['type'] = never> = {
  readonly [Type in Exclude<Event['type'], WithoutEffect>]: Reducer
}

type Streams<Name extends string> = { [Type in `${Name}.delta` | `${Name}.done`]: Reducer }

/** The two reducers of a streamed string, whose end has the whole of it in `field`. */
export function streams<Name extends string>(
  name: Name,
  kind: StreamedKind,
  field: keyof LooseEvent,
): Streams<Name>
export function streams(name: string, kind: StreamedKind, field: keyof LooseEvent): Record<string, Reducer> {
  return {
    [`${name}.delta`]: (fold) => append(fold, kind),
    [`${name}.done`]: (fold) => settle(fold, kind, field),
  }
}
