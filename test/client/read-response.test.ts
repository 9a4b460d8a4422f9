import { describe, expect, it, vi } from 'vitest'
import { readResponse } from '../../src/client/read-response.js'
import { socketError } from '../../src/testing/fault-injection.js'
import { message, refusalMessage, response } from '../../src/testing/response-builders.js'
import { rejection } from './rejection.js'

const plain = (text: string): string => text

function answer(body: BodyInit | null, contentType?: string): Response {
  const http = new Response(body, { status: 200, headers: { 'x-request-id': 'req_1' } })
  if (contentType === undefined) http.headers.delete('content-type')
  else http.headers.set('content-type', contentType)
  return http
}

describe('readResponse', () => {
  it('computes output_text from all text parts of all messages', async () => {
    const wire = response('completed', [message(0, 'Hi '), refusalMessage(1, 'no'), message(2, 'there')])
    expect(await readResponse(answer(JSON.stringify(wire), 'application/json'), plain)).toEqual({
      ...wire,
      output_text: 'Hi there',
    })
  })

  it('makes a list of an output that is null', async () => {
    const wire = { ...response('queued'), output: null }
    expect(await readResponse(answer(JSON.stringify(wire)), plain)).toEqual({
      ...wire,
      output: [],
      output_text: '',
    })
  })

  it('bears a message without content', async () => {
    const wire = { ...response('completed'), output: [{ id: 'msg_0', type: 'message', role: 'assistant' }] }
    expect(await readResponse(answer(JSON.stringify(wire)), plain)).toEqual({ ...wire, output_text: '' })
  })

  it('does not insist on the content type', async () => {
    const wire = response('completed')
    expect(await readResponse(answer(JSON.stringify(wire), 'text/plain'), plain)).toEqual({
      ...wire,
      output_text: '',
    })
  })

  it('returns a failed response, whose error is part of it (B046)', async () => {
    const wire = response('failed', [], { error: { code: 'server_error', message: 'boom' } })
    expect(await readResponse(answer(JSON.stringify(wire)), plain)).toEqual({ ...wire, output_text: '' })
  })

  it('throws the error of a 200 that carries nothing else (B050)', async () => {
    const error = { message: 'quota', type: 'insufficient_quota', code: 'insufficient_quota' }
    expect(
      await rejection(readResponse(answer(JSON.stringify({ error }), 'application/json'), plain)),
    ).toMatchObject({
      name: 'APIError',
      status: 200,
      code: 'insufficient_quota',
      type: 'insufficient_quota',
      error,
      requestID: 'req_1',
    })
  })

  it.each([
    [
      'a page (B051)',
      '<html><title>Blocked</title>',
      'text/html; charset=utf-8',
      'Expected a JSON object. Got text/html with status 200. The page\'s title is "Blocked": ' +
        'a proxy, login page or firewall may have answered. It begins: "<html><title>Blocked</title>"',
      { message: '<html><title>Blocked</title>', content_type: 'text/html', title: 'Blocked' },
    ],
    [
      'nothing',
      '',
      undefined,
      'Expected a JSON object. Got a body without content type with status 200.',
      { message: '', content_type: '', title: null },
    ],
    [
      'a list',
      '[1]',
      'application/json',
      'Expected a JSON object. Got application/json with status 200. It begins: "[1]"',
      { message: '[1]', content_type: 'application/json', title: null },
    ],
    [
      'another object',
      '{"id":1}',
      'application/json',
      'Expected a Response object. Got application/json with status 200. It begins: "{\\"id\\":1}"',
      { message: '{"id":1}', content_type: 'application/json', title: null },
    ],
    [
      'events without their content type',
      'data: {}\n\n',
      'text/plain',
      'The server streams unasked: use create({ ...params, stream: true }) or stream(params). ' +
        'Got text/plain with status 200. It begins: "data: {}\\n\\n"',
      { message: 'data: {}\n\n', content_type: 'text/plain', title: null },
    ],
  ])('refuses %s', async (_name, body, contentType, text, error) => {
    expect(await rejection(readResponse(answer(body, contentType), plain))).toMatchObject({
      name: 'APIError',
      code: 'unexpected_content_type',
      status: 200,
      message: text,
      error,
      retryable: false,
    })
  })

  it('refuses a stream at once and lets go of it', async () => {
    const cancel = vi.fn<() => void>()
    const body = new ReadableStream({ cancel })
    expect(await rejection(readResponse(answer(body, 'text/event-stream'), plain))).toMatchObject({
      code: 'unexpected_content_type',
      message: expect.stringMatching(/^The server streams unasked/),
    })
    expect(cancel).toHaveBeenCalledTimes(1)
  })

  it('says that the connection broke while the body was read', async () => {
    const cause = socketError()
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) })
    expect(await rejection(readResponse(answer(body, 'application/json'), plain))).toMatchObject({
      name: 'APIConnectionError',
      message: 'The connection broke while the answer was being read (UND_ERR_SOCKET).',
      retryable: true,
      cause,
    })
  })

  it('redacts what gets into an error', async () => {
    const redact = (text: string): string => text.replaceAll('sk-1', '[redacted]')
    expect(await rejection(readResponse(answer('{"error":{"message":"key sk-1"}}'), redact))).toMatchObject({
      message: '200 key [redacted]',
      error: { message: 'key [redacted]' },
    })
    expect(await rejection(readResponse(answer('key sk-1'), redact))).toMatchObject({
      error: { message: 'key [redacted]' },
    })
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('sent sk-1')) })
    expect(await rejection(readResponse(answer(body), redact))).toMatchObject({
      message: 'The connection broke while the answer was being read (sent [redacted]).',
      cause: { message: 'sent [redacted]' },
    })
  })
})
