import type { StreamEvent } from '../../stream/event-feed.js'
import { fieldsOf, numberOf, textOf } from './fields.js'
import { counted, formatDuration } from './format.js'
import { itemActivity } from './items.js'

/** Tokens are only counted by the server, at the end; until then four characters are taken for one. */
const charactersPerToken = 4

export interface Progress {
  event(event: StreamEvent): void
  /** The connection was lost, and the stream tries to go on. */
  reconnecting(via: 'stream' | 'poll'): void
  /** Elapsed time, activity, events, tokens: what the status line says, the most important first. */
  segments(): string[]
  /** The same in the past tense, without the activity. */
  summary(): string
  readonly events: number
}

export function createProgress(): Progress {
  const startedAt = Date.now()
  const open = new Map<unknown, string>()
  let events = 0
  let characters = 0
  let stage = 'connecting'
  let tokens: number | undefined

  const elapsed = () => formatDuration(Date.now() - startedAt)
  const tokenCount = () => {
    if (tokens !== undefined) return [counted(tokens, 'token')]
    return characters === 0 ? [] : [`~${counted(Math.ceil(characters / charactersPerToken), 'token')}`]
  }
  /** The youngest of the items that are open: of parallel calls, the one that began last. */
  const activity = () => [...open.values()].at(-1) ?? stage

  return {
    event(event) {
      events += 1
      stage = event.type === 'response.queued' ? 'queued' : 'waiting'
      if ('delta' in event) characters += textOf(event.delta).length
      if (event.type === 'response.output_item.added') open.set(event.output_index, itemActivity(event.item))
      else if (event.type === 'response.output_item.done') open.delete(event.output_index)
      else if (event.type === 'response.code_interpreter_call.interpreting')
        open.set(event.output_index, 'running code')
      else if ('response' in event)
        tokens = numberOf(fieldsOf(fieldsOf(event.response).usage).output_tokens) ?? tokens
    },
    reconnecting(via) {
      stage = via === 'poll' ? 'waiting for the end' : 'reconnecting…'
      open.clear()
    },
    segments: () => [elapsed(), activity(), counted(events, 'event'), ...tokenCount()],
    summary: () => [elapsed(), counted(events, 'event'), ...tokenCount()].join(' · '),
    get events() {
      return events
    },
  }
}
