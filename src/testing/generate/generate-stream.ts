import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { ResponseStreamEvent } from '../../events/union.js'
import {
  completed,
  created,
  failed,
  flatError,
  incomplete,
  inProgress,
  keepalive,
  queued,
} from '../event-builders.js'
import { response } from '../response-builders.js'
import { numbered } from '../sequences.js'
import type { ItemScript, ItemWriter } from './item-script.js'
import { writeMessage } from './message-items.js'
import { createRandom, type Random } from './random.js'
import { writeCompaction, writeReasoning } from './reasoning-items.js'
import { writeApplyPatch, writeShellCall, writeShellOutput } from './shell-items.js'
import {
  writeCodeInterpreter,
  writeCustomToolCall,
  writeFileSearch,
  writeFunctionCall,
  writeImage,
  writeMCPCall,
  writeMCPListTools,
  writeWebSearch,
} from './tool-items.js'

/** What stream to generate; only the seed must be given. */
export interface GenerateOptions {
  /** The same seed gives the same stream, on every machine. */
  seed: number
  /** How many output items. Default: up to six. */
  items?: number
  /** How many items may be open at once. Default: 1 to 3. */
  parallel?: number
  /** How the response ends. Default: mostly completed. */
  end?: 'completed' | 'incomplete' | 'failed'
}

const writers: [ItemWriter, ...ItemWriter[]] = [
  writeMessage,
  writeReasoning,
  writeCompaction,
  writeFunctionCall,
  writeCustomToolCall,
  writeMCPListTools,
  writeMCPCall,
  writeWebSearch,
  writeFileSearch,
  writeCodeInterpreter,
  writeImage,
  writeShellCall,
  writeShellOutput,
  writeApplyPatch,
]

/**
 * A valid, complete and numbered event stream of random content: items of every kind, several open
 * at once, keepalives, audio, and one terminal event whose `output` is what the events before it
 * built. Over some seeds every event type a server sends occurs.
 */
export function generateStream(
  options: GenerateOptions,
): (ResponseStreamEvent & { sequence_number: number })[] {
  const random = createRandom(options.seed)
  const count = options.items ?? random.integer(7)
  const scripts = Array.from({ length: count }, (_, index) => random.pick(writers)(random, index))
  const body = interleave(random, scripts, options.parallel ?? 1 + random.integer(3))
  const output = scripts.map(({ done }) => done)
  return numbered([
    ...opening(random),
    ...withAsides(random, body),
    ...ending(options.end ?? randomEnd(random), output),
  ])
}

function opening(random: Random): ResponseStreamEvent[] {
  if (random.chance(0.7)) return [created(), inProgress()]
  return [{ ...created(), response: response('queued') }, queued(), inProgress()]
}

function randomEnd(random: Random): 'completed' | 'incomplete' | 'failed' {
  return random.pick(['completed', 'completed', 'completed', 'incomplete', 'failed'])
}

function ending(
  end: 'completed' | 'incomplete' | 'failed',
  output: ResponseOutputItem[],
): ResponseStreamEvent[] {
  if (end === 'completed') return [completed(output)]
  if (end === 'incomplete') return [incomplete('max_output_tokens', output)]
  return [flatError('server_error', 'boom'), failed('server_error', 'boom', output)]
}

/** Items are added in the order of their index; those that are open advance in random turns. */
function interleave(random: Random, scripts: readonly ItemScript[], parallel: number): ResponseStreamEvent[] {
  const events: ResponseStreamEvent[] = []
  const waiting = scripts.map(({ added, events: inner, done }, output_index): ResponseStreamEvent[] => [
    { type: 'response.output_item.added', output_index, item: added },
    ...inner,
    { type: 'response.output_item.done', output_index, item: done },
  ])
  const open: ResponseStreamEvent[][] = []
  while (waiting.length > 0 || open.length > 0) {
    const mayOpen = open.length < parallel && (open.length === 0 || random.chance(0.3))
    const opened = mayOpen ? waiting.shift() : undefined
    const turn = opened ?? open[random.integer(open.length)] ?? []
    if (opened !== undefined) open.push(opened)
    events.push(...turn.splice(0, 1))
    if (turn.length === 0) open.splice(open.indexOf(turn), 1)
  }
  return events
}

const asides: ((random: Random) => ResponseStreamEvent[])[] = [
  () => [keepalive()],
  () => [{ type: 'rate_limits.updated', rate_limits: [] }],
  (random) => [
    { type: 'response.audio.delta', delta: random.token(16) },
    { type: 'response.audio.transcript.delta', delta: random.text() },
    { type: 'response.audio.transcript.done' },
    { type: 'response.audio.done' },
  ],
]

function withAsides(random: Random, events: readonly ResponseStreamEvent[]): ResponseStreamEvent[] {
  return events.flatMap((event) => {
    const aside = random.chance(0.05) ? asides[random.integer(asides.length)] : undefined
    return aside === undefined ? [event] : [...aside(random), event]
  })
}
