import { MillraceError } from '../errors/millrace-error.js'
import type { Draft } from './draft.js'
import { isIndex, isObject, isObjectList, type JsonObject } from './json.js'
import { listOf } from './normalise.js'
import { rank, type SnapshotState, type TerminalType } from './state.js'

const formatVersion = 1

/**
 * A stream that stands still, as plain JSON of its own: store it anywhere, and resume from it in
 * another process. It holds the response so far, O(response), and no key or header.
 */
export interface Checkpoint {
  version: 1
  response_id: string
  /** Of the last event that was delivered; the next one to ask for is the one after it. */
  sequence_number: number
  state: SnapshotState
}

/** Takes a checkpoint of a draft; `cursor` says up to where its events were delivered. */
export function writeCheckpoint(
  draft: Draft,
  cursor: { response_id: string; sequence_number: number },
): Checkpoint {
  const { response_id, sequence_number } = cursor
  return { version: formatVersion, response_id, sequence_number, state: draft.state() }
}

/**
 * Reads a checkpoint from JSON text or from what `JSON.parse` made of it, and checks all that a
 * fold relies on.
 *
 * @throws {MillraceError} code `invalid_checkpoint`, saying what is wrong with it.
 */
export function readCheckpoint(json: unknown): Checkpoint {
  const value: unknown = typeof json === 'string' ? parse(json) : json
  checkCheckpoint(value)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid('it is not valid JSON', error)
  }
}

function invalid(what: string, cause?: unknown): MillraceError<'invalid_checkpoint'> {
  const advice = 'Hand it in as it was written, or start from the response id instead.'
  return new MillraceError('invalid_checkpoint', `The checkpoint cannot be used: ${what}. ${advice}`, {
    cause,
  })
}

function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw invalid(what)
}

function checkCheckpoint(value: unknown): asserts value is Checkpoint {
  check(isObject(value), 'it is not an object')
  checkVersion(value.version)
  check(typeof value.response_id === 'string' && value.response_id !== '', 'response_id is not a string')
  check(isIndex(value.sequence_number), 'sequence_number is not an integer from 0')
  check(isObject(value.state), 'state is not an object')
  checkVersion(value.state.version)
  checkState(value.state)
}

function checkVersion(version: unknown): void {
  check(isIndex(version), 'it has no version, so it was not written by millrace')
  check(
    version <= formatVersion,
    `it has format ${version}, of a newer millrace; this one reads up to ${formatVersion}`,
  )
  check(version === formatVersion, `it has format ${version}, which does not exist`)
}

function checkState({ response, items, sequence_number, created, terminal, error }: JsonObject): void {
  check(isObjectList(items), 'state.items is not a list of objects')
  const output = response === undefined ? [] : outputOf(response)
  check(
    output.length === items.length,
    `it has ${output.length} output items but the state of ${items.length}`,
  )
  checkSlots(items, 'state.items')
  items.forEach((state, at) => checkItem(state, output[at] ?? {}, `state.items[${at}]`))
  check(
    sequence_number === undefined || isIndex(sequence_number),
    'state.sequence_number is not an integer from 0',
  )
  check(created === undefined || created === true, 'state.created is not true')
  check(terminal === undefined || terminalTypes.has(terminal), 'state.terminal is not a terminal event')
  check(error === undefined || isObject(error), 'state.error is not an object')
}

const terminalTypes = new Set<unknown>([
  'response.completed',
  'response.failed',
  'response.incomplete',
] satisfies TerminalType[])

function outputOf(response: unknown): JsonObject[] {
  check(isObject(response) && typeof response.id === 'string', 'state.response is not a response')
  check(isObjectList(response.output), 'state.response.output is not a list of items')
  return response.output
}

function checkSlots(slots: readonly JsonObject[], path: string): void {
  let before = -1
  for (const { index, rank: ownRank } of slots) {
    check(isIndex(index) && index > before, `the indexes of ${path} do not rise`)
    check(isIndex(ownRank) && ownRank <= rank.item, `a rank in ${path} does not exist`)
    before = index
  }
}

function checkItem(state: JsonObject, item: JsonObject, path: string): void {
  for (const list of ['content', 'summary', 'command'] as const) {
    checkList(state[list], listOf(item, list), `${path}.${list}`)
  }
  check(
    state.partial_image === undefined || typeof state.partial_image === 'string',
    `${path}.partial_image is not a string`,
  )
}

function checkList(slots: unknown, list: unknown[] | undefined, path: string): void {
  if (slots === undefined) return
  check(isObjectList(slots), `${path} is not a list of objects`)
  check(list?.length === slots.length, `${path} does not fit its item`)
  checkSlots(slots, path)
}
