import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { delta, params, start } from './start-run.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('hooks', () => {
  test('are called in order, the end once with the usage', async () => {
    const calls: unknown[] = []
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    const { run } = start(
      async ({ writer }) => {
        await writer.message().text('Hi')
        await writer.complete({ usage })
      },
      {
        hooks: {
          onRunStart: (info) => calls.push(['start', info]),
          onFirstOutput: ({ elapsed }) => calls.push(['first', elapsed]),
          onRunEnd: ({ response, usage: told, elapsed, ...info }) =>
            calls.push(['end', response?.status, told, elapsed, info]),
          onDiagnostic: () => calls.push('diagnostic'),
        },
      },
    )
    await run.result
    const info = { responseId: 'resp_t', requestId: 'req_t', owner: 'o', params }
    expect(calls).toEqual([
      ['start', info],
      ['first', 0],
      ['end', 'completed', usage, 0, info],
    ])
  })

  test('are told what the backend threw, and what rules it broke', async () => {
    const told: unknown[] = []
    const error = new Error('boom')
    const { run } = start(
      async function* () {
        yield delta('no item was added for this')
        throw error
      },
      {
        hooks: {
          onRunEnd: (info) => told.push(info.error, info.response?.status),
          onDiagnostic: ({ diagnostic }) => told.push(diagnostic.rule),
        },
      },
    )
    await run.result
    expect(told).toEqual(['item-not-added', 'content-part-missing', error, 'failed'])
  })

  test('that throw change nothing', async () => {
    const broken = (): never => {
      throw new Error('broken hook')
    }
    const { run } = start(async ({ writer }) => writer.complete(), {
      hooks: { onRunStart: broken, onRunEnd: broken },
    })
    expect(await run.result).toMatchObject({ status: 'completed' })
  })
})
