import { expect, test } from 'vitest'
import { combineHooks, type ServerHooks } from '../../src/server/hooks.js'
import { post, testServer } from './support.js'

test('combined hooks are all called, whatever one of them does, and the last trace counts', async () => {
  const calls: string[] = []
  const named = (name: string): ServerHooks => ({
    onRunStart: () => void calls.push(`${name} start`),
    outgoingTrace: () => ({ traceparent: name }),
    onFirstOutput: () => void calls.push(`${name} output`),
    onRunEnd: () => void calls.push(`${name} end`),
  })
  const broken: ServerHooks = {
    onRunStart() {
      throw new Error('broken')
    },
    outgoingTrace() {
      throw new Error('broken')
    },
  }
  const server = testServer(
    async ({ requestHeaders, writer }) => {
      calls.push(`trace ${requestHeaders.get('traceparent')}`)
      await writer.message().text('Hello')
      await writer.complete()
    },
    { hooks: combineHooks(broken, named('first'), named('second'), {}, broken) },
  )
  await (await post(server, { model: 'm', input: 'Hi' })).text()
  expect(calls).toEqual([
    'first start',
    'second start',
    'trace second',
    'first output',
    'second output',
    'first end',
    'second end',
  ])
})
