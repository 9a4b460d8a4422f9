import { expect, test } from 'vitest'
import type { ResponseCreateParams } from '../../../src/events/params.js'
import { isDelegated, upstreamRequest } from '../../../src/server/backends/upstream-request.js'
import type { BackendRun } from '../../../src/server/backend.js'
import { responseShell } from '../../../src/server/response-shell.js'
import { createResponseWriter } from '../../../src/server/writer/response-writer.js'
import { message, reasoning } from '../../../src/testing/response-builders.js'

function runOf(params: ResponseCreateParams, more: Partial<BackendRun> = {}): BackendRun {
  return {
    params,
    history: [],
    response: responseShell('resp_t', params, 0),
    principal: { owner: 'o' },
    requestId: 'req_t',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    previousState: undefined,
    remember: async () => {},
    signal: new AbortController().signal,
    writer: createResponseWriter({
      emit: async () => {},
      closePart: async () => {},
      closeItem: async () => {},
      end: async () => {},
      nextIndex: 0,
      ended: false,
    }),
    started: () => {},
    ...more,
  }
}

const turn = { model: 'm', input: 'And then?', previous_response_id: 'resp_ours' }
const { id: _id, ...said } = message(0, 'Once upon a time')
const history = [
  { ...said, id: 'msg_0' },
  { ...reasoning(1, ['Hm']), id: 'rs_1' },
]

test('background is for the upstream only where it is delegated', () => {
  const run = runOf({ model: 'm', input: 'Hi', background: true, store: true })
  expect(upstreamRequest(run, isDelegated(run, false), undefined)).toEqual({
    model: 'm',
    input: 'Hi',
    store: true,
  })
  expect(upstreamRequest(run, isDelegated(run, true), undefined)).toEqual({
    model: 'm',
    input: 'Hi',
    store: true,
    background: true,
  })
})

test('previous_response_id becomes the id of the upstream that stored the response', () => {
  const previous = { response_id: 'resp_theirs', base_url: 'https://api.example.com/v1' }
  const request = upstreamRequest(runOf(turn, { history }), false, previous)
  expect(request).toEqual({ ...turn, previous_response_id: 'resp_theirs' })
})

test('previous_response_id becomes the conversation, without ids that the upstream does not have', () => {
  expect(upstreamRequest(runOf(turn, { history }), false, undefined)).toEqual({
    model: 'm',
    input: [said, { type: 'message', role: 'user', content: 'And then?' }],
  })
})

test('without a history, previous_response_id is passed on as it is', () => {
  expect(upstreamRequest(runOf(turn), false, undefined)).toEqual(turn)
})
