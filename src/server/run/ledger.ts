import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { WireResponse } from '../../events/response.js'
import { accumulate } from '../../snapshot/accumulate.js'
import { createDiagnostics, type Diagnostic } from '../../snapshot/diagnostics.js'
import { createDraft } from '../../snapshot/draft.js'
import type { EventSink } from './event-sink.js'
import { createOpenItems, type OpenItems } from './open-items.js'
import type { RunEvent } from './run-event.js'

/** The events of one run on their way out: numbered, folded by the client's own reducers, passed on. */
export interface Ledger {
  /** Throws what the fold throws; the event is not passed on then. */
  add(event: RunEvent): void
  /** The same without numbering: the object itself is passed on. */
  addVerbatim(event: RunEvent): void
  /** For the run's own events, which are passed on whatever the fold thinks of them. */
  announce(event: RunEvent): void
  /** The response as folded so far. It is not to be changed. */
  response(): WireResponse | undefined
  item(outputIndex: number): ResponseOutputItem | undefined
  /** The output as it will be when the terminal event says that it is this: an empty value erases nothing. */
  outputWith(told: ResponseOutputItem[]): ResponseOutputItem[]
  readonly open: OpenItems
  /** The terminal event has been added. */
  readonly terminal: boolean
}

export function createLedger(sink: EventSink, onDiagnostic: (diagnostic: Diagnostic) => void): Ledger {
  const draft = createDraft({ diagnostics: createDiagnostics({ onDiagnostic }) })
  const open = createOpenItems()
  let next = 0

  function addVerbatim(event: RunEvent): void {
    draft.apply(event)
    open.track(event)
    sink.push(event)
    // Only now: what the sink refuses must not leave a hole.
    if (typeof event.sequence_number === 'number') next = event.sequence_number + 1
  }

  return {
    open,
    addVerbatim,
    add: (event) => addVerbatim({ ...event, sequence_number: next }),
    announce(event) {
      const numbered = { ...event, sequence_number: next++ }
      try {
        draft.apply(numbered)
      } catch {
        // A response has to end even if nobody can make sense of what it was.
      }
      sink.push(numbered)
    },
    response() {
      const folded = draft.state().response
      if (folded === undefined) return undefined
      const { output_text: _computed, ...wire } = folded
      return wire
    },
    item(outputIndex) {
      const { response, items } = draft.state()
      const dense = items[outputIndex]?.index === outputIndex
      return response?.output[dense ? outputIndex : items.findIndex((item) => item.index === outputIndex)]
    },
    outputWith(told) {
      const state = draft.state()
      if (state.response === undefined) return told
      const response = { ...state.response, output: told }
      return accumulate(state, { type: 'response.completed', response }).response?.output ?? told
    },
    get terminal() {
      return draft.terminal !== undefined
    },
  }
}
