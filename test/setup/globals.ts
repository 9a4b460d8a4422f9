import { afterAll } from 'vitest'

/**
 * The next file of tests in this process finds the globals as this one did. Web frameworks put classes
 * of their own in the place of these.
 */
const names = ['Request', 'Response'] as const
const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)

afterAll(() => {
  for (const [name, descriptor] of before) if (descriptor) Object.defineProperty(globalThis, name, descriptor)
})
