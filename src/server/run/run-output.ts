import type { OutputEvent } from '../backend.js'
import type { ItemOutcome } from './closing-item.js'
import type { Ending } from './terminal-response.js'

/** What the writers of a run stand on. Every promise resolves when the client has room for more, or is gone. */
export interface RunOutput {
  emit(event: OutputEvent): Promise<void>
  /** The `output_index` of the next item. */
  readonly nextIndex: number
  /** Ends the open part of an item, if there is one. */
  closePart(outputIndex: number): Promise<void>
  /** Ends an item: all events that it still owes, then `response.output_item.done` with `fields` laid over it. */
  closeItem(outputIndex: number, outcome: ItemOutcome, fields?: object): Promise<void>
  /** Ends the response; what is open is closed first. */
  end(ending: Ending): Promise<void>
  /** The backend has ended the response itself, so that anything more from it is a mistake. */
  readonly ended: boolean
}
