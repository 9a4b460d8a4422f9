import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../src/events/catalogue.js'
import { created } from '../../../src/testing/event-builders.js'
import { fold, loose } from '../fold.js'

/** The statuses of each item that events give, and the names of the events where these are others. */
const statuses: Record<string, readonly string[]> = {
  web_search_call: ['in_progress', 'searching', 'completed'],
  file_search_call: ['in_progress', 'searching', 'completed'],
  code_interpreter_call: ['in_progress', 'interpreting', 'completed', 'executing: interpreting'],
  image_generation_call: ['in_progress', 'generating', 'completed'],
  mcp_call: ['in_progress', 'completed', 'failed', 'executing: calling'],
  x_search_call: ['in_progress', 'searching', 'completed'],
  code_execution_call: ['in_progress', 'executing', 'completed'],
}
const rows = Object.entries(statuses).flatMap(([item, names]) =>
  names.map((name) => {
    const [event = '', status = event] = name.split(': ')
    return { type: `response.${item}.${event}`, item, status }
  }),
)

test('these are all the events that give a status', () => {
  const all = Object.keys(catalogue).filter((type) =>
    /^response\.\w+_call\.(?!partial_image|arguments_)\w+$/.test(type),
  )
  expect(rows.map(({ type }) => type).toSorted()).toEqual(all.toSorted())
})

const added = (item: object, status?: string): object => {
  return {
    type: 'response.output_item.added',
    output_index: 0,
    item: { id: 'it_0', ...item, ...(status && { status }) },
  }
}
const event = (type: string): object => loose({ type, item_id: 'it_0', output_index: 0 })
const statusOf = (events: readonly object[]): unknown => {
  const [item] = fold(events).output
  return item && Reflect.get(item, 'status')
}

test.each(rows)('$type makes the $item $status', ({ type, item, status }) => {
  expect(statusOf([created(), added({ type: item }), event(type)])).toBe(status)
})

describe('a status', () => {
  const search = { type: 'web_search_call' }
  const searching = event('response.web_search_call.searching')

  test('never goes back', () => {
    expect(statusOf([created(), added(search, 'completed'), searching])).toBe('completed')
    expect(
      statusOf([created(), added(search, 'searching'), event('response.web_search_call.in_progress')]),
    ).toBe('searching')
  })

  test('begins with an event where the item has none yet, or only waits', () => {
    const began = event('response.web_search_call.in_progress')
    expect(statusOf([created(), added({ ...search, status: null }), began])).toBe('in_progress')
    expect(statusOf([created(), added(search, 'queued'), began])).toBe('in_progress')
  })

  test('is the word of the item once it is done, whatever its events said', () => {
    const done = { ...added(search, 'searching'), type: 'response.output_item.done' }
    expect(statusOf([created(), added(search), event('response.web_search_call.completed'), done])).toBe(
      'searching',
    )
    expect(statusOf([created(), added(search), done, event('response.web_search_call.completed')])).toBe(
      'searching',
    )
  })

  test('is not made up where the item has none', () => {
    expect(
      statusOf([
        created(),
        added(search, 'in_progress'),
        { ...added(search), type: 'response.output_item.done' },
      ]),
    ).toBeUndefined()
  })

  test('makes no item that was never added, and changes none of another type', () => {
    const unknown = fold([created(), searching])
    expect([unknown.output, unknown.rules]).toEqual([[], ['item-not-added']])
    const other = fold([created(), added({ type: 'function_call', arguments: '' }, 'in_progress'), searching])
    expect([
      statusOf([created(), added({ type: 'function_call' }, 'in_progress'), searching]),
      other.rules,
    ]).toEqual(['in_progress', ['item-type-mismatch']])
  })
})

describe('without effect', () => {
  const silent = [
    'response.audio.delta',
    'response.audio.transcript.done',
    'response.mcp_list_tools.completed',
    'response.compaction.compacting',
    'keepalive',
    'rate_limits.updated',
    'codex.rate_limits',
    'response.future_thing.delta',
  ]

  test.each(silent)('%s', (type) => {
    const before = fold([created(), added({ type: 'mcp_list_tools', tools: [] })])
    const after = fold([created(), added({ type: 'mcp_list_tools', tools: [] }), event(type)])
    expect([after.response, after.rules]).toEqual([before.response, []])
  })
})
