import { describe, expect, test } from 'vitest'
import { MillraceError } from '../../src/errors/millrace-error.js'
import { readCheckpoint, writeCheckpoint } from '../../src/snapshot/checkpoint.js'
import { created, itemAdded, partAdded, textDelta } from '../../src/testing/event-builders.js'
import { message, response } from '../../src/testing/response-builders.js'
import { fold, stored } from './fold.js'

const { draft } = fold([created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi')])
const checkpoint = writeCheckpoint(draft, { response_id: 'resp_t', sequence_number: 3 })

test('is the cursor and the state, and nothing else', () => {
  expect(checkpoint).toEqual({
    version: 1,
    response_id: 'resp_t',
    sequence_number: 3,
    state: {
      version: 1,
      created: true,
      sequence_number: 3,
      items: [{ index: 0, rank: 0, content: [{ index: 0, rank: 0 }] }],
      response: { ...response('in_progress', [message(0, 'Hi', 'in_progress')]), output_text: 'Hi' },
    },
  })
})

test('is read from its JSON text, or from what that was parsed to', () => {
  expect(readCheckpoint(JSON.stringify(checkpoint))).toEqual(checkpoint)
  expect(readCheckpoint(stored(checkpoint))).toEqual(checkpoint)
})

test('goes on where the stream stopped', () => {
  const { state } = readCheckpoint(JSON.stringify(checkpoint))
  expect(fold([textDelta(0, 0, ' there')], { state }).text).toBe('Hi there')
})

test('before the first event is a state without a response', () => {
  const empty = writeCheckpoint(fold([]).draft, { response_id: 'resp_t', sequence_number: 0 })
  expect(readCheckpoint(stored(empty)).state).toEqual({ version: 1, items: [] })
})

/** A stored checkpoint in which one field is another, or, for undefined, is gone. */
function damaged(path: string, value: unknown): unknown {
  const copy: unknown = stored(checkpoint)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const holder = steps.reduce((node, step): unknown => Reflect.get(Object(node), step), copy)
  if (value === undefined) Reflect.deleteProperty(Object(holder), last)
  else Reflect.set(Object(holder), last, value)
  return copy
}

const damages: [wrong: string, path: string, value: unknown][] = [
  ['it has no version, so it was not written by millrace', 'version', undefined],
  ['it has format 2, of a newer millrace; this one reads up to 1', 'version', 2],
  ['it has format 0, which does not exist', 'version', 0],
  ['it has format 9, of a newer millrace; this one reads up to 1', 'state.version', 9],
  ['response_id is not a string', 'response_id', ''],
  ['sequence_number is not an integer from 0', 'sequence_number', '3'],
  ['state is not an object', 'state', []],
  ['state.items is not a list of objects', 'state.items', [null]],
  ['state.response is not a response', 'state.response', { output: [] }],
  ['state.response.output is not a list of items', 'state.response.output', ['x']],
  ['it has 0 output items but the state of 1', 'state.response', undefined],
  ['the indexes of state.items do not rise', 'state.items.0.index', -1],
  ['a rank in state.items does not exist', 'state.items.0.rank', 4],
  ['state.items[0].content is not a list of objects', 'state.items.0.content', 'x'],
  ['state.items[0].content does not fit its item', 'state.items.0.content', []],
  ['the indexes of state.items[0].content do not rise', 'state.items.0.content.0.index', null],
  ['state.items[0].summary does not fit its item', 'state.items.0.summary', []],
  ['state.items[0].partial_image is not a string', 'state.items.0.partial_image', 1],
  ['state.sequence_number is not an integer from 0', 'state.sequence_number', 1.5],
  ['state.created is not true', 'state.created', 1],
  ['state.terminal is not a terminal event', 'state.terminal', 'response.created'],
  ['state.error is not an object', 'state.error', 'boom'],
]

describe('what cannot be used is refused, and it is said why', () => {
  function refusal(json: unknown): unknown {
    try {
      return readCheckpoint(json)
    } catch (error) {
      return error
    }
  }

  function invalid(wrong: string): unknown {
    const message = `The checkpoint cannot be used: ${wrong}. Hand it in as it was written, or start from the response id instead.`
    return new MillraceError('invalid_checkpoint', message)
  }

  test.each(damages)('%s', (wrong, path, value) => {
    const error = refusal(damaged(path, value))
    expect(error).toEqual(invalid(wrong))
    expect(error).toHaveProperty('code', 'invalid_checkpoint')
  })

  test('it is not valid JSON', () => {
    expect(refusal('{"version":1')).toMatchObject({
      code: 'invalid_checkpoint',
      cause: expect.any(SyntaxError),
    })
  })

  test.each([[null], [undefined], [7], [[]], ['"text"']])('it is not an object: %j', (json) => {
    expect(refusal(json)).toEqual(invalid('it is not an object'))
  })
})
