import type { RunEvent } from './run-event.js'

/** Where the events of a run go, each once, numbered and in order. */
export interface EventSink {
  push(event: RunEvent): void
  /** Undefined while there is room for more; otherwise resolves when there is again, or nobody takes it any more. */
  room(): Promise<void> | undefined
  /** After the terminal event. */
  end(): void
}

/** For a run of which only the result is wanted. */
export const nowhere: EventSink = { push: () => undefined, room: () => undefined, end: () => undefined }
