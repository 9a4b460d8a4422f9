import { expect, it } from 'vitest'
import { createObservers } from '../../src/stream/observers.js'

it('calls the listeners of a name in the order they came, until they are taken off', () => {
  const observers = createObservers<{ number: number; word: string }>()
  const heard: unknown[] = []
  const first = (value: number): void => void heard.push(['first', value])
  observers.on('number', first)
  observers.on('number', (value) => void heard.push(['second', value]))
  observers.on('word', (value) => void heard.push(value))
  observers.emit('number', 1)
  observers.off('number', first)
  observers.emit('number', 2)
  expect(heard).toEqual([
    ['first', 1],
    ['second', 1],
    ['second', 2],
  ])
})

it('takes off a listener that came twice once', () => {
  const observers = createObservers<{ number: number }>()
  const heard: number[] = []
  const listener = (value: number): void => void heard.push(value)
  observers.on('number', listener)
  observers.on('number', listener)
  observers.off('number', listener)
  observers.emit('number', 1)
  observers.off('number', () => {})
  observers.emit('number', 2)
  expect(heard).toEqual([1, 2])
})

it('knows whether anybody listens', () => {
  const observers = createObservers<{ number: number }>()
  const listener = (): void => {}
  expect(observers.emit('number', 1)).toBe(false)
  observers.on('number', listener)
  expect(observers.emit('number', 1)).toBe(true)
  observers.off('number', listener)
  expect(observers.emit('number', 1)).toBe(false)
})

it('may be changed by a listener while it is called', () => {
  const observers = createObservers<{ number: number }>()
  const heard: number[] = []
  const once = (value: number): void => {
    heard.push(value)
    observers.off('number', once)
  }
  observers.on('number', once)
  observers.on('number', (value) => void heard.push(value * 10))
  observers.emit('number', 1)
  observers.emit('number', 2)
  expect(heard).toEqual([1, 10, 20])
})

it('throws what a listener throws', () => {
  const observers = createObservers<{ number: number }>()
  observers.on('number', () => {
    throw new Error('mine')
  })
  expect(() => observers.emit('number', 1)).toThrow('mine')
})
