import { expect, test } from 'vitest'
import { createWakeUp, createWakeUps } from '../../src/store/wake-ups.js'

test('a ring between reset and wait is not lost', async () => {
  const wakeUp = createWakeUp()
  wakeUp.reset()
  wakeUp.ring()
  await wakeUp.wait()
  wakeUp.reset()
  let awake = false
  const sleep = wakeUp.wait().then(() => (awake = true))
  await Promise.resolve()
  expect(awake).toBe(false)
  wakeUp.ring()
  await sleep
  expect(awake).toBe(true)
})

test('news are kept for a log that is followed, until the next ring', () => {
  const wakeUps = createWakeUps()
  const news = { first: 0, events: [], retainedFrom: 0, next: 0, closed: false }
  wakeUps.ring('resp_a', news)
  expect(wakeUps.newsOf('resp_a')).toBeUndefined()
  const wakeUp = createWakeUp()
  wakeUps.add('resp_a', wakeUp)
  wakeUps.ring('resp_a', news)
  expect(wakeUps.newsOf('resp_a')).toBe(news)
  wakeUps.ringAll()
  expect(wakeUps.newsOf('resp_a')).toBeUndefined()
  wakeUps.ring('resp_a', news)
  wakeUps.remove('resp_a', wakeUp)
  expect(wakeUps.newsOf('resp_a')).toBeUndefined()
})

test('it is told when the first comes and when the last leaves', () => {
  const told: string[] = []
  const wakeUps = createWakeUps({ onFirst: () => told.push('first'), onLast: () => told.push('last') })
  const [a, b] = [createWakeUp(), createWakeUp()]
  wakeUps.add('resp_a', a)
  wakeUps.add('resp_b', b)
  wakeUps.remove('resp_a', a)
  expect(told).toEqual(['first'])
  wakeUps.remove('resp_b', b)
  expect(told).toEqual(['first', 'last'])
})
