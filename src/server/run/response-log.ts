import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { WireResponse } from '../../events/response.js'
import type { BackendEvent } from '../backend.js'
import type { ResponseShell } from '../response-shell.js'
import { isLifecycle, isWhole, outcomeOf } from './backend-lifecycle.js'
import { createCloser, type Closer } from './closer.js'
import { requireEvent, requireJSON } from './require-json.js'
import type { Ledger } from './ledger.js'
import {
  backendFields,
  terminalResponse,
  terminalType,
  type BackendFields,
  type Ending,
} from './terminal-response.js'

/** The protocol of one response: opened once, ended once, and nothing left open in between. */
export interface ResponseLog {
  /** Announces a response that has to wait for its turn. */
  queue(): void
  /** Announces the response, or, when it was queued, that its turn has come; a second time does nothing. */
  open(): void
  /** Puts an event of the backend in its place. */
  accept(event: BackendEvent): void
  readonly close: Closer
  /** Closes what is open and adds the terminal event. A second time does nothing. */
  end(ending: Ending): void
  keepalive(): void
  readonly nextIndex: number
  readonly opened: boolean
  /** The response as it ended. Nothing is taken after that. */
  readonly ended: WireResponse | undefined
}

/** @param resumed The ledger has the beginning of the response already. */
export function createResponseLog(
  ledger: Ledger,
  shell: ResponseShell,
  verbatim: boolean,
  resumed = false,
): ResponseLog {
  const close = createCloser(ledger)
  let fields: BackendFields = {}
  let queued = false
  let opened = resumed
  let ended: WireResponse | undefined

  function queue(): void {
    queued = true
    ledger.announce({ type: 'response.created', response: shell })
    ledger.announce({ type: 'response.queued', response: shell })
  }

  function open(): void {
    if (opened) return
    opened = true
    if (verbatim) return
    const response: WireResponse = { ...shell, ...fields, status: 'in_progress' }
    if (!queued) ledger.announce({ type: 'response.created', response })
    ledger.announce({ type: 'response.in_progress', response: { ...response } })
  }

  function accept(event: BackendEvent): void {
    if (ended !== undefined) return
    // Before anything is announced: this may be the first sign of life.
    requireEvent(event)
    if (verbatim && isWhole(event)) return pass(event)
    if (!isLifecycle(event)) {
      open()
      return ledger.add(event)
    }
    const told = backendFields(event.response)
    const outcome = outcomeOf(event)
    if (outcome !== undefined) return end({ outcome, fields: told, output: event.response?.output })
    fields = { ...fields, ...told }
    open()
  }

  function pass(event: Parameters<Ledger['addVerbatim']>[0]): void {
    ledger.addVerbatim(event)
    opened = true
    if (ledger.terminal) ended = ledger.response()
  }

  function end({ outcome, fields: told, output, error }: Ending): void {
    if (ended !== undefined) return
    requireJSON([told, output], 'What the backend tells of its response')
    // What ends in the queue has never been in progress.
    if (!queued) open()
    close.all(outcome.status === 'completed' ? 'completed' : 'incomplete')
    if (error !== undefined) {
      const { code, message, param } = error
      ledger.announce({ type: 'error', code, message, param, error: { ...error } })
    }
    const folded = ledger.response()
    const toldOutput = itemsIn(output)
    const whole = toldOutput.length > 0 ? ledger.outputWith(toldOutput) : (folded?.output ?? [])
    ended = terminalResponse((verbatim && folded) || shell, { ...fields, ...told }, whole, outcome)
    ledger.announce({ type: terminalType(outcome.status), response: ended })
  }

  return {
    queue,
    open,
    accept,
    close,
    end,
    keepalive: () => ledger.announce({ type: 'keepalive' }),
    get nextIndex() {
      return ledger.open.nextIndex
    },
    get opened() {
      return opened || queued
    },
    get ended() {
      return ended
    },
  }
}

/** A backend is not always what its types say; what is no item would be in every later turn of the conversation. */
function itemsIn(output: unknown): ResponseOutputItem[] {
  return Array.isArray(output) ? output.filter(isItem) : []
}

function isItem(value: unknown): value is ResponseOutputItem {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
