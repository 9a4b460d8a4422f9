import type { ResponseRecord, UnfinishedRun } from '../../store/response-record.js'
import type { Core } from '../core.js'
import { newId } from '../ids.js'
import { responseShell } from '../response-shell.js'
import { failedBy } from '../run/terminal-response.js'
import { startBackground } from './background-run.js'
import type { EarlierTurns } from './earlier-turns.js'
import { endOrphan } from './end-orphan.js'

const restarted = {
  message: 'The server that produced this response was restarted.',
  type: 'server_error',
  param: null,
  code: 'server_restarted',
}

/**
 * Takes over the runs that nobody is at work on: those that were still queued are queued here, the
 * others are failed. A generation is never started a second time. Resolves to how many there were.
 */
export async function recover(core: Core): Promise<number> {
  const { store, live } = core
  const runs = await store.records.listUnfinished()
  let count = 0
  for (const run of runs) {
    if (live.closing) break
    if (live.get(run.id) === undefined && (await takeOver(core, run))) count += 1
  }
  return count
}

async function takeOver(core: Core, { id, epoch: before }: UnfinishedRun): Promise<boolean> {
  const { store, lease } = core
  const epoch = await store.takeOver(id, before, lease === undefined ? {} : { lease })
  const record = epoch === undefined ? undefined : await store.records.read(id)
  if (epoch === undefined || record === undefined) return false
  const { request, response } = record
  if (response.status === 'queued' && (await isAnnounced(core, id))) {
    // As it was announced, so that the events to come say the same.
    const shell = { ...responseShell(id, request, response.created_at), ...response, output: [] as [] }
    const earlier = await earlierOf(core, record)
    const principal = { owner: record.owner }
    const job = { record: { id, epoch }, shell: tiered(shell), params: request, ...earlier, principal }
    await startBackground(core, { ...job, requestId: newId('req') }, announced)
  } else {
    const ending = { outcome: failedBy(restarted), error: restarted }
    await endOrphan(core, { record, epoch, ending })
  }
  return true
}

/** It was there when the request came; if it is gone since, the turn has only its own input. */
async function earlierOf({ store }: Core, { parentId, owner }: ResponseRecord): Promise<EarlierTurns> {
  const parent = parentId === undefined ? undefined : await store.records.read(parentId)
  if (parent === undefined || parent.owner !== owner) return { history: [] }
  return { history: (await store.records.history(parent.id)) ?? [], previousState: parent.backendState }
}

/** `response.created` and `response.queued`. */
const announced = 2

async function isAnnounced({ store }: Core, id: string): Promise<boolean> {
  const state = await store.logs.read(id, -1, { limit: 0 }).catch(() => undefined)
  return state !== undefined && state.next === announced
}

function tiered<T extends object>(
  shell: T & { service_tier?: string | null },
): T & { service_tier: string | null } {
  return { ...shell, service_tier: shell.service_tier ?? 'auto' }
}
