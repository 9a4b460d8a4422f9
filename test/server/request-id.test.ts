import { expect, test } from 'vitest'
import { requestIdOf } from '../../src/server/request-id.js'

const withId = (id: string): Request => new Request('http://localhost/', { headers: { 'x-request-id': id } })

test('the id that was sent is kept', () => {
  expect(requestIdOf(withId('trace-1:2'))).toBe('trace-1:2')
})

test.each([['with space'], ['x'.repeat(201)], ['ü']])('%s is replaced by a new one', (id) => {
  expect(requestIdOf(withId(id))).toMatch(/^req_[0-9a-f]{48}$/)
})

test('a request without an id gets one', () => {
  expect(requestIdOf(new Request('http://localhost/'))).toMatch(/^req_/)
})
