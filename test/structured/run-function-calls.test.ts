import { zodResponsesFunction } from 'openai/helpers/zod'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { APIUserAbortError } from '../../src/errors/connection-error.js'
import type { ResponseFunctionToolCall } from '../../src/events/items/function-call.js'
import type { FunctionCallFailure } from '../../src/structured/function-call-output.js'
import { functionTool } from '../../src/structured/function-tool.js'
import { toResponseInputItems } from '../../src/structured/input-items.js'
import { runFunctionCalls, type ResponseWithCalls } from '../../src/structured/run-function-calls.js'

const call = (
  call_id: string,
  name: string,
  args: string,
  fields: Partial<ResponseFunctionToolCall> = {},
): ResponseFunctionToolCall => ({
  type: 'function_call',
  call_id,
  name,
  arguments: args,
  status: 'completed',
  ...fields,
})

const completed = (...output: ResponseWithCalls['output']): ResponseWithCalls => ({
  id: 'resp_1',
  status: 'completed',
  output,
})

const result = (call_id: string, output: unknown): object => ({
  type: 'function_call_output',
  call_id,
  output,
})

const tool = (name: string, execute?: (args: { n: number }) => unknown): object =>
  functionTool({ name, parameters: z.object({ n: z.number() }), ...(execute && { execute }) })

const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

test('results are in the order of the calls, whichever is first', async () => {
  vi.useFakeTimers()
  const slower = tool('wait', async ({ n }) => {
    await pauseFor(n)
    return `waited ${n}`
  })
  const running = runFunctionCalls(
    completed(call('c1', 'wait', '{"n":20}'), { type: 'message' }, call('c2', 'wait', '{"n":10}')),
    [slower],
  )
  await vi.advanceTimersByTimeAsync(20)
  expect(await running).toEqual([result('c1', 'waited 20'), result('c2', 'waited 10')])
  vi.useRealTimers()
})

test.each([
  ['a string as it is', 'plain "text"', 'plain "text"'],
  ['all else as JSON', { a: [1, null] }, '{"a":[1,null]}'],
  ['null as JSON', null, 'null'],
  ['nothing in words', undefined, 'The function returned nothing.'],
  ['content as it is', [{ type: 'input_text', text: 'x' }], [{ type: 'input_text', text: 'x' }]],
  ['an empty list as JSON', [], '[]'],
])('the model gets %s', async (_, returned, output) => {
  expect(await runFunctionCalls(completed(call('c1', 'f', '{"n":1}')), [tool('f', () => returned)])).toEqual([
    result('c1', output),
  ])
})

test('the function gets what its schema made of the arguments, and the call', async () => {
  const seen: unknown[] = []
  const double = functionTool({
    name: 'f',
    parameters: z.object({ n: z.number().transform((n) => n * 2) }),
    execute: (args, { call: { call_id }, signal }) => void seen.push(args, call_id, signal.aborted),
  })
  await runFunctionCalls(completed(call('c1', 'f', '{"n":2}')), [double])
  expect(seen).toEqual([{ n: 4 }, 'c1', false])
})

test('a tool of openai/helpers/zod is run', async () => {
  const theirs = zodResponsesFunction({
    name: 'f',
    parameters: z.object({ n: z.number() }),
    function: ({ n }) => n + 1,
  })
  expect(await runFunctionCalls(completed(call('c1', 'f', '{"n":1}')), [theirs])).toEqual([result('c1', '2')])
})

test('a function in a namespace is found by both names', async () => {
  const tools = [
    tool('f', () => 'outer'),
    { type: 'namespace', name: 'inner', description: '', tools: [tool('f', () => 'inner')] },
  ]
  const calls = completed(call('c1', 'f', '{"n":1}'), call('c2', 'f', '{"n":1}', { namespace: 'inner' }))
  expect(await runFunctionCalls(calls, tools)).toEqual([result('c1', 'outer'), result('c2', 'inner')])
})

test('a call that a program made is answered to the program', async () => {
  const caller = { type: 'program', caller_id: 'p1' } as const
  expect(
    await runFunctionCalls(completed(call('c1', 'f', '{"n":1}', { caller })), [tool('f', () => 'x')]),
  ).toEqual([{ ...result('c1', 'x'), caller }])
})

describe('what fails is told to the model, and to the hook before', () => {
  const boom = new Error('no network')
  const tools = [
    tool('fine', () => 'ok'),
    tool('throws', () => {
      throw boom
    }),
    tool('bigint', () => 1n),
  ]

  async function failing(...calls: ResponseFunctionToolCall[]): Promise<{ outputs: unknown; seen: unknown }> {
    const seen: Omit<FunctionCallFailure, 'call'>[] = []
    const onError = ({ call: _call, ...rest }: FunctionCallFailure): void => void seen.push(rest)
    return { outputs: await runFunctionCalls(completed(...calls), tools, { onError }), seen }
  }

  test('arguments that do not fit; the other calls run', async () => {
    const output =
      '{"error":"The arguments do not fit, and fine was not called. $.n: Invalid input: expected number, received string"}'
    expect(await failing(call('c1', 'fine', '{"n":"x"}'), call('c2', 'fine', '{"n":1}'))).toEqual({
      outputs: [result('c1', output), result('c2', 'ok')],
      seen: [
        {
          code: 'invalid_arguments',
          error: {
            code: 'schema_mismatch',
            message: '$.n: Invalid input: expected number, received string',
            path: ['n'],
          },
          output,
        },
      ],
    })
  })

  test('a function that is not among the tools', async () => {
    const output = '{"error":"There is no function named made_up."}'
    expect(await failing(call('c1', 'made_up', '{}'))).toEqual({
      outputs: [result('c1', output)],
      seen: [{ code: 'unknown_tool', output }],
    })
  })

  test('what a function throws', async () => {
    const output = '{"error":"throws failed: no network"}'
    expect(await failing(call('c1', 'throws', '{"n":1}'))).toEqual({
      outputs: [result('c1', output)],
      seen: [{ code: 'execution_failed', error: boom, output }],
    })
  })

  test('a result that JSON does not have', async () => {
    const { outputs } = await failing(call('c1', 'bigint', '{"n":1}'))
    expect(outputs).toEqual([result('c1', expect.stringMatching(/^\{"error":"bigint failed: .*BigInt/))])
  })

  test('what the hook throws, the run rejects with', async () => {
    const running = runFunctionCalls(completed(call('c1', 'throws', '{"n":1}')), tools, {
      onError: ({ error }) => {
        throw error
      },
    })
    await expect(running).rejects.toBe(boom)
  })
})

test('left to the caller: tools without execute, tools that declare nothing, custom tools, calls that were cut off', async () => {
  const response = completed(
    call('c1', 'declared', '{"n":1}'),
    call('c2', 'plain', '{}'),
    { type: 'custom_tool_call' },
    call('c3', 'runs', '{"n":', { status: 'incomplete' }),
  )
  const plain = { type: 'function', name: 'plain', parameters: {}, strict: true }
  expect(await runFunctionCalls(response, [tool('declared'), plain, tool('runs', () => 'x')])).toEqual([])
})

test.each([
  ['in_progress', 'its status is in_progress'],
  ['incomplete', 'its status is incomplete'],
  [undefined, 'its status is missing'],
])('a response that is %s is refused', async (status, reason) => {
  await expect(runFunctionCalls({ ...completed(), status }, [])).rejects.toMatchObject({
    code: 'response_not_completed',
    message: `The function calls of resp_1 were not run: ${reason}, so they may be cut off. Wait for the completed response, or ask again.`,
    responseId: 'resp_1',
  })
})

test('an abort rejects at once, and reaches the functions', async () => {
  const controller = new AbortController()
  const reasons: unknown[] = []
  const onError = vi.fn<() => void>()
  const endless = functionTool({
    name: 'f',
    parameters: z.object({ n: z.number() }),
    execute: (_args, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason)
          reject(new Error('stopped'))
        })
      }),
  })
  const running = runFunctionCalls(completed(call('c1', 'f', '{"n":1}')), [endless], {
    signal: controller.signal,
    onError,
  })
  await Promise.resolve()
  await Promise.resolve()
  controller.abort('enough')
  await expect(running).rejects.toSatisfy(
    (error) => error instanceof APIUserAbortError && error.code === 'aborted' && error.cause === 'enough',
  )
  expect(reasons).toEqual(['enough'])
  expect(onError).not.toHaveBeenCalled()
})

test('each output has its call among the input items', async () => {
  const calls = ['{"n":', '', '{"n":1}'].flatMap((args, at) => [
    call(`done_${at}`, 'f', args),
    call(`open_${at}`, 'f', args, { status: 'in_progress' }),
  ])
  const outputs = await runFunctionCalls(completed(...calls), [tool('f', String)])
  const sent = toResponseInputItems(calls).map((item) => ('call_id' in item ? item.call_id : undefined))
  expect(outputs.map(({ call_id }) => call_id)).toEqual(sent)
})

test('arguments that are missing, and errors that are no text, are told to the model', async () => {
  const thrower = tool('f', () => {
    throw Object.create(null)
  })
  const { arguments: _, ...without } = call('c1', 'f', '')
  expect(await runFunctionCalls(completed(without, call('c2', 'f', '{"n":1}')), [thrower])).toEqual([
    result(
      'c1',
      '{"error":"The arguments do not fit, and f was not called. There is no text, but undefined."}',
    ),
    result('c2', '{"error":"f failed: no reason given"}'),
  ])
})

test('an error that a function returns is told as one, for JSON would make nothing of it', async () => {
  const failures: FunctionCallFailure[] = []
  const outputs = await runFunctionCalls(
    completed(call('c1', 'broken', '{"n":1}')),
    [tool('broken', () => new Error('no such city'))],
    { onError: (failure) => void failures.push(failure) },
  )
  expect(outputs).toEqual([result('c1', '{"error":"broken failed: no such city"}')])
  expect(failures).toMatchObject([{ code: 'execution_failed' }])
})
