import { afterEach, expect } from 'vitest'

/**
 * The suite is silent: what reaches the console fails the test that let it through. A test that
 * expects a message replaces the method (`vi.spyOn(console, 'error').mockImplementation(…)`).
 */
const noise: string[] = []

for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  console[method] = (...args: unknown[]) => {
    noise.push(`console.${method}: ${args.map(String).join(' ')}`)
  }
}

afterEach(() => {
  expect(noise.splice(0)).toEqual([])
})
