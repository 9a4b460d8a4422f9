import { MillraceError } from '../errors/millrace-error.js'
import type { Response } from '../events/response.js'
import type { ResponseStreamEvent } from '../events/union.js'
import type { UnknownEvent } from '../events/unknown.js'
import { appendQuickly } from './append-quickly.js'
import type { Diagnostics } from './diagnostics.js'
import type { FoldEffect } from './effect.js'
import type { TextPlace } from './fold.js'
import { foldEvent } from './fold-event.js'
import { deepFreeze } from './freeze.js'
import { isIndex, isObject, type JsonObject, textOf } from './json.js'
import { placeOfIndex } from './locate-item.js'
import { listOf } from './normalise.js'
import { closeFold, openFold, readResponse } from './open-fold.js'
import { keepPartialImage } from './partial-image.js'
import type { Snapshot } from './snapshot.js'
import { search, type SnapshotState, type TerminalType } from './state.js'

export interface DraftOptions {
  diagnostics: Diagnostics
  /** Go on from here; it is not changed. */
  state?: SnapshotState | undefined
  keepPartialImages?: 'last' | undefined
  /** Deep-freeze what `read` gives, the events in it included: for tests. Costs O(response) a read. */
  freeze?: boolean | undefined
}

/**
 * A fold that goes on in place: an event costs the nodes it touches, and only those that somebody
 * has read since are copied.
 */
export interface Draft {
  /** Folds one event; see `foldEvent` for what it throws. Undefined for most events. */
  apply(event: ResponseStreamEvent | UnknownEvent): FoldEffect | undefined
  /** The response so far, or undefined before the first one. The same object until the next change. */
  read(): Snapshot | undefined
  /** `read` for whom the terminal event has come. */
  final(): Response
  /** The fold at rest, as plain JSON that later events do not change. */
  state(): SnapshotState
  /** The text, refusal or raw reasoning of a part. Without indexes, the string the last event belonged to. */
  textAt(output_index?: number | null, content_index?: number | null): string
  /** The same for the arguments or input of a call. */
  argumentsAt(output_index?: number | null): string
  /** The texts of the answer in a message, and their indexes. */
  textsAt(output_index: number): readonly { content_index: number; text: string }[]
  /** The phase of a message, if it has one. */
  phaseAt(output_index?: number | null): unknown
  /** The indexes of the string the last event belonged to, where it left some out. */
  readonly located: TextPlace | undefined
  /** The tool that a call asks for; an empty name if it has none. */
  toolAt(output_index?: number | null): { name: string; namespace: string }
  /** The last preview of an image call, in base64, if they are kept. */
  partialImageAt(output_index: number): string | undefined
  readonly responseId: string | undefined
  /** The terminal event that has come. */
  readonly terminal: TerminalType | undefined
}

/** Starts a fold, or goes on with one. */
export function createDraft(options: DraftOptions): Draft {
  const { freeze = false, keepPartialImages } = options
  const fold = openFold(options.state, options.diagnostics)

  function apply(event: ResponseStreamEvent | UnknownEvent): FoldEffect | undefined {
    if (appendQuickly(fold, event)) return undefined
    const effect = foldEvent(fold, event)
    if (keepPartialImages && event.type === 'response.image_generation_call.partial_image')
      keepPartialImage(fold)
    return effect
  }

  function read(): Response | undefined {
    const response = readResponse(fold)
    return freeze ? deepFreeze(response) : response
  }

  function itemAt(index: unknown): JsonObject | undefined {
    return isIndex(index) ? placeOfIndex(fold, index)?.value : undefined
  }

  return {
    apply,
    read,
    final() {
      const response = read()
      if (response === undefined)
        throw new MillraceError('no_response', 'No event has told of a response yet.')
      return response
    },
    state() {
      const state = closeFold(fold)
      return freeze ? deepFreeze(state) : state
    },
    textAt(output_index, content_index) {
      const place = isIndex(output_index) ? placeOfIndex(fold, output_index) : undefined
      const position = isIndex(content_index) ? search(place?.state.content ?? [], content_index) : -1
      const part = place && listOf(place.value, 'content')?.[position]
      return isObject(part) ? textOf(part.text) || textOf(part.refusal) : (fold.text ?? '')
    },
    argumentsAt(output_index) {
      const item = itemAt(output_index)
      return item === undefined ? (fold.text ?? '') : textOf(item.arguments) || textOf(item.input)
    },
    textsAt(output_index) {
      const place = placeOfIndex(fold, output_index)
      if (place?.value.type !== 'message') return []
      return (listOf(place.value, 'content') ?? []).flatMap((part, at) => {
        if (!isObject(part) || part.type !== 'output_text') return []
        return { content_index: place.state.content?.[at]?.index ?? at, text: textOf(part.text) }
      })
    },
    phaseAt: (output_index) => itemAt(output_index)?.phase,
    get located() {
      return fold.located
    },
    toolAt(output_index) {
      const { name, namespace } = itemAt(output_index) ?? {}
      return { name: textOf(name), namespace: textOf(namespace) }
    },
    partialImageAt: (output_index) => placeOfIndex(fold, output_index)?.state.partial_image,
    get responseId() {
      return textOf(fold.state.response?.id) || undefined
    },
    get terminal() {
      return fold.state.terminal
    },
  }
}
