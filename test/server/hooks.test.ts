import { afterEach, expect, test, vi } from 'vitest'
import { combineHooks, type ServerHooks } from '../../src/server/hooks.js'
import { HTTPError } from '../../src/server/http-error.js'
import { createResponsesServer } from '../../src/server/responses-server.js'
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

afterEach(() => void vi.restoreAllMocks())

test.each([
  ['what a backend throws goes to the console', {}, new TypeError('my bug'), 1],
  ['also where other hooks are', combineHooks({ onRunEnd() {} }), new TypeError('my bug'), 1],
  ['but not where somebody hears it', combineHooks({ onError() {} }, {}), new TypeError('my bug'), 0],
  ['nor what the client is told', {}, new HTTPError({ status: 404, message: 'No such model.' }), 0],
])('%s', async (_what, hooks: ServerHooks, thrown, times) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const respond = (): never => {
    throw thrown
  }
  const server = createResponsesServer({ backend: { respond }, hooks })
  await (await post(server, { model: 'm', input: 'Hi' })).text()
  expect(said).toHaveBeenCalledTimes(times)
  for (const [text, error] of said.mock.calls) {
    expect(text).toMatch(/^millrace: the backend threw \(response resp_\w+, request \S+\)\.$/)
    expect(error).toBe(thrown)
  }
})
