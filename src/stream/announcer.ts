import type { Draft } from '../snapshot/draft.js'
import type { FoldEffect } from '../snapshot/effect.js'
import type { Declared } from '../structured/parsed-response.js'
import type { Observers } from './observers.js'
import { reportListener } from './outcome.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import { happenings, type StreamListeners } from './stream-listeners.js'

/** Tells the listeners of a stream, each kind of news with what follows from a listener that throws. */
export interface Announcer<D extends Declared> {
  /** An event, and what it did to the response. What a listener throws is thrown. */
  event(event: ParsedResponseStreamEvent<D>, effect: FoldEffect | undefined): void
  /** What a listener throws is the stream's failure, wherever the stream was at work when it told. */
  orFail<K extends 'diagnostic' | 'reconnect'>(name: K, argument: StreamListeners<D>[K]): void
  /** The outcome is settled: what a listener throws can only be reported. Whether anybody listened. */
  atLast<K extends 'end' | 'error'>(name: K, argument: StreamListeners<D>[K]): boolean
}

export function createAnnouncer<D extends Declared>(
  observers: Observers<StreamListeners<D>>,
  draft: Pick<Draft, 'read'>,
  fail: (error: unknown) => void,
): Announcer<D> {
  return {
    event(event, effect) {
      if (!observers.listening) return
      if (!happenings.has(event.type)) observers.emit(event.type, event)
      observers.emit('event', event)
      for (const replacement of effect?.textReplaced ?? []) observers.emit('text.replaced', replacement)
      if (effect?.snapshotReset) observers.emit('snapshot.reset', draft.read())
    },
    orFail(name, argument) {
      try {
        observers.emit(name, argument)
      } catch (error) {
        fail(error)
      }
    },
    atLast(name, argument) {
      try {
        return observers.emit(name, argument)
      } catch (error) {
        reportListener(name, error)
        return true
      }
    },
  }
}
