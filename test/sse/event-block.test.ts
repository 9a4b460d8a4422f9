import { expect, test } from 'vitest'
import { EventBlock } from '../../src/sse/event-block.js'

test('a line is read in place, whatever stands around it', () => {
  const block = new EventBlock(undefined, undefined)
  block.readLine('data: beforeevent: nameevent: after', 12, 23)
  block.readLine('xxdatayy', 2, 6)
  block.readLine('xxdata:yy', 2, 7)
  block.readLine('data: yy', 0, 6)
  block.readLine('data: yy', 0, 7)
  expect(block.take()).toEqual({ event: 'name', data: '\n\n\ny' })
})

test('taking or clearing a block leaves an empty one', () => {
  const block = new EventBlock(undefined, undefined)
  for (const line of ['event: a', 'data: x', 'data: y', 'id: 1', 'retry: 2'])
    block.readLine(line, 0, line.length)
  block.clear()
  expect(block.take()).toBeUndefined()
  expect([block.lastEventId, block.retry]).toEqual(['', 2])
})
