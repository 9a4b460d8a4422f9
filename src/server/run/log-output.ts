import type { OutputEvent } from '../backend.js'
import type { EventSink } from './event-sink.js'
import type { ResponseLog } from './response-log.js'
import type { RunOutput } from './run-output.js'

/** How the run behind an output is told what was written. */
export interface OutputOwner {
  sink: EventSink
  /** False when the run is over: then nothing more happens. */
  accept(event: OutputEvent): boolean
  settle(): void
}

/** Lets the writers of a run write to its log. */
export function logOutput(log: ResponseLog, { sink, accept, settle }: OutputOwner): RunOutput {
  let endedHere = false
  const room = (): Promise<void> => sink.room() ?? settled

  /** After the end, whoever ended it, there is nothing to be closed. */
  function unlessEnded(write: () => void): Promise<void> {
    if (log.ended !== undefined) return nextTurn()
    write()
    return room()
  }

  return {
    emit: (event) => (accept(event) ? room() : nextTurn()),
    closePart: (outputIndex) => unlessEnded(() => log.close.part(outputIndex)),
    closeItem: (outputIndex, outcome, fields) =>
      unlessEnded(() => log.close.item(outputIndex, outcome, fields)),
    end: (ending) =>
      unlessEnded(() => {
        endedHere = true
        log.end(ending)
        settle()
      }),
    get nextIndex() {
      return log.nextIndex
    },
    get ended() {
      return endedHere
    },
  }
}

const settled = Promise.resolve()

/** For a backend that goes on after the end: resolved at once, its loop would not let anything else run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
