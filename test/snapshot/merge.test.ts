import { expect, test } from 'vitest'
import { completeFrom } from '../../src/snapshot/merge.js'

test('what is empty or absent does not erase what was there', () => {
  const older = {
    type: 'message',
    id: 'a',
    phase: 'final_answer',
    content: ['x'],
    encrypted_content: 'e',
    empty: '',
  }
  const newer = { type: 'message', id: 'b', phase: null, content: [], empty: null }
  expect(completeFrom(newer, older)).toEqual({
    type: 'message',
    id: 'b',
    phase: 'final_answer',
    content: ['x'],
    encrypted_content: 'e',
    empty: null,
  })
})

test('zero and false are values', () => {
  expect(completeFrom({ count: 0, on: false }, { count: 5, on: true })).toEqual({ count: 0, on: false })
})

test('a status is as sent, and gone when it is not sent', () => {
  expect(completeFrom({ type: 'x' }, { type: 'x', status: 'in_progress' })).toEqual({ type: 'x' })
})

test('parts are completed by position, where they are of one type', () => {
  const older = {
    content: [
      { type: 'output_text', text: 'a', annotations: [1] },
      { type: 'refusal', refusal: 'no' },
    ],
  }
  const newer = {
    content: [
      { type: 'output_text', text: 'b', annotations: [] },
      { type: 'output_text', text: '' },
    ],
  }
  expect(completeFrom(newer, older)).toEqual({
    content: [
      { type: 'output_text', text: 'b', annotations: [1] },
      { type: 'output_text', text: '' },
    ],
  })
})

test('an action or operation is completed inside, unless it is another one', () => {
  const older = { action: { commands: ['ls'] }, operation: { type: 'create_file', diff: '+a' } }
  expect(completeFrom({ action: { commands: [] }, operation: { type: 'delete_file' } }, older)).toEqual({
    action: { commands: ['ls'] },
    operation: { type: 'delete_file' },
  })
})

test('data is not looked into', () => {
  expect(completeFrom({ results: { a: 1 } }, { results: { a: 2, b: 3 } })).toEqual({ results: { a: 1 } })
})

test('what lacks nothing is the very same object', () => {
  const newer = { type: 'x', content: [{ type: 'y', text: 'a' }] }
  expect(completeFrom(newer, { type: 'x', content: [{ type: 'y', text: 'b' }] })).toBe(newer)
})
