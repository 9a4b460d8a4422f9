import type { Backend, BackendEvent } from '../../../src/server/backend.js'
import { runHooks, type ServerHooks } from '../../../src/server/hooks.js'
import { responseShell } from '../../../src/server/response-shell.js'
import type { RunEvent } from '../../../src/server/run/run-event.js'
import { startRun, type Run } from '../../../src/server/run/run.js'

export interface Started {
  run: Run
  events: RunEvent[]
  sink: { ended: number }
}

export const params = { model: 'm-test', input: 'Hi' }
export const shell = responseShell('resp_t', params, 1_700_000_000)

/** Starts a run on a backend, and keeps what it sends. */
export function start(
  respond: Backend['respond'],
  options: { hooks?: ServerHooks; openAfter?: number; verbatim?: boolean } = {},
): Started {
  const events: RunEvent[] = []
  const sink = { ended: 0 }
  const run = startRun({
    backend: { respond, verbatim: options.verbatim ?? false },
    params,
    shell,
    principal: { owner: 'o' },
    requestId: 'req_t',
    sink: {
      push: (event) => void events.push(structuredClone(event)),
      room: () => undefined,
      end: () => void (sink.ended += 1),
    },
    hooks: runHooks(
      { onError() {}, ...options.hooks },
      { responseId: 'resp_t', requestId: 'req_t', owner: 'o', params },
    ),
    openAfter: options.openAfter,
  })
  return { run, events, sink }
}

export const added = {
  type: 'response.output_item.added',
  output_index: 0,
  item: { id: 'msg_0', type: 'message', status: 'in_progress', role: 'assistant', content: [] },
} satisfies BackendEvent
export const part = {
  type: 'response.content_part.added',
  item_id: 'msg_0',
  output_index: 0,
  content_index: 0,
  part: { type: 'output_text', text: '', annotations: [] },
} satisfies BackendEvent
export const delta = (text: string) =>
  ({
    type: 'response.output_text.delta',
    item_id: 'msg_0',
    output_index: 0,
    content_index: 0,
    delta: text,
    logprobs: [],
  }) satisfies BackendEvent
export const never = new Promise<never>(() => undefined)

export const typesOf = (events: readonly RunEvent[]): string[] => events.map((event) => event.type)
export const numbersOf = (events: readonly RunEvent[]): unknown[] =>
  events.map((event) => event.sequence_number)
