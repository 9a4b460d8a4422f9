import { expect, test } from 'vitest'
import { PendingSize, utf8Length } from '../../src/sse/pending-size.js'

test('a part of unknown size is measured when that may decide, and not before', () => {
  const size = new PendingSize()
  size.add('data: x\n\ndata: é', 17, 9)
  expect(size.mayPass(100, 0)).toBe(false)
  expect(size.mayPass(20, 0)).toBe(false)
  expect(size.measure()).toBe(8)
  size.add('éé', 4, 0)
  expect(size.measure()).toBe(12)
  expect([size.mayPass(12, 0), size.mayPass(12, 1)]).toEqual([false, true])
})

test('it is zero until something is added, and when it is cleared', () => {
  const size = new PendingSize()
  expect(size.isZero).toBe(true)
  size.add('é', 2, 1)
  expect(size.isZero).toBe(true)
  size.add('xé', 3, 1)
  expect(size.isZero).toBe(false)
  size.clear()
  expect([size.isZero, size.measure()]).toEqual([true, 0])
})

test('the UTF-8 length is that of the encoded text, where a lone surrogate becomes U+FFFD', () => {
  expect([utf8Length(''), utf8Length('aé世🌍'), utf8Length('\uD83C')]).toEqual([0, 10, 3])
})
