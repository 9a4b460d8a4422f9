import { expect, test } from 'vitest'
import { prometheusMetrics } from '../../src/server/prometheus.js'
import { eventsOf, idOf, post, ask, testServer } from './support.js'

test('runs are counted by status, with their tokens, and nothing names a response', async () => {
  const metrics = prometheusMetrics()
  const server = testServer(
    async ({ params, writer }) => {
      if (params.input === 'fail') throw new Error('boom')
      await writer.message().text('Hello')
      await writer.complete({ usage: { input_tokens: 2, output_tokens: 3, total_tokens: 5 } })
    },
    { hooks: metrics.hooks },
  )
  const id = idOf(
    (await eventsOf(await post(server, { model: 'm', input: 'Hi', background: true, stream: true })))[0],
  )
  await ask(server, `/${id}?stream=true&starting_after=2`)
  await (await post(server, { model: 'm', input: 'Hi' })).text()
  await (await post(server, { model: 'm', input: 'fail', background: true, stream: true })).text()
  await (await post(server, { model: 'm', input: 'fail' })).text()
  const text = metrics.render()
  expect(text).not.toContain(id)
  expect(text.split('\n').filter((line) => !line.startsWith('#') && !line.includes('seconds'))).toEqual([
    'millrace_runs_active 0',
    'millrace_first_outputs_total 2',
    'millrace_runs_total{status="completed"} 2',
    'millrace_runs_total{status="failed"} 1',
    'millrace_runs_total{status="refused"} 1',
    'millrace_tokens_total{direction="input"} 4',
    'millrace_tokens_total{direction="output"} 6',
    'millrace_reconnects_total 1',
    '',
  ])
  expect(text).toContain('# TYPE millrace_runs_total counter\n')
})
