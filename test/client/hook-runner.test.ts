import { describe, expect, it, vi } from 'vitest'
import { createHookRunner } from '../../src/client/hook-runner.js'

describe('createHookRunner', () => {
  it('calls the hook', () => {
    const hook = vi.fn<() => void>()
    const hooks = createHookRunner()
    hooks.run(hook)
    expect([hook.mock.calls, hooks.failed]).toEqual([[[]], false])
  })

  it('passes on what a hook throws, and remembers', () => {
    const thrown = new Error('from the hook')
    const hooks = createHookRunner()
    expect(() =>
      hooks.run(() => {
        throw thrown
      }),
    ).toThrow(thrown)
    expect(hooks.failed).toBe(true)
  })
})
