import { describe, expect, it } from 'vitest'
import { linkAbort } from '../../src/stream/link-abort.js'
import { countedSignal } from '../client/counted-signal.js'

describe('linkAbort', () => {
  it('tells the reason of a signal that has aborted already', () => {
    const reasons: unknown[] = []
    linkAbort(AbortSignal.abort('why'), (reason) => reasons.push(reason))
    expect(reasons).toEqual(['why'])
  })

  it('tells it once, later, unless it was unlinked', () => {
    const reasons: unknown[] = []
    const { controller, signal, live } = countedSignal()
    linkAbort(signal, (reason) => reasons.push(reason))
    const unlink = linkAbort(signal, () => reasons.push('unlinked'))
    unlink()
    expect(live()).toBe(1)
    controller.abort('why')
    expect(reasons).toEqual(['why'])
  })
})
