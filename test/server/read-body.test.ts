import { describe, expect, test } from 'vitest'
import { readJSON } from '../../src/server/read-body.js'

const request = (body: BodyInit): Request =>
  new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)

function inPieces(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
}

test('a JSON object is read, in whatever pieces it comes', async () => {
  expect(await readJSON(request('{"model":"m"}'), 100)).toEqual({ model: 'm' })
  expect(await readJSON(request(inPieces('{"mod', 'el":"', 'm"}')), 100)).toEqual({ model: 'm' })
})

test('what is nested deeper than could be written again is refused', async () => {
  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  expect(await readJSON(request(nested(500)), 1e6)).toEqual(JSON.parse(nested(500)))
  for (const levels of [501, 100_000])
    await expect(readJSON(request(nested(levels)), 1e6)).rejects.toMatchObject({
      status: 400,
      message: 'The body of the request is nested more than 500 levels deep.',
    })
})

describe('what a browser could send without asking', () => {
  const typed = (headers: Record<string, string>): Request =>
    new Request('http://localhost/', { method: 'POST', body: new TextEncoder().encode('{}'), headers })
  const origin = 'https://page.example'

  test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json'])(
    'is not %s',
    async (type) => {
      expect(await readJSON(typed({ origin, 'content-type': type }), 100)).toEqual({})
    },
  )

  test.each<Record<string, string>>([
    { origin },
    { origin, 'content-type': 'text/plain' },
    { origin, 'content-type': 'text/plain; application/json' },
    { origin, 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ])('%j is refused', async (headers) => {
    await expect(readJSON(typed(headers), 100)).rejects.toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    })
  })

  test.each<Record<string, string>>([
    {},
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-encoding': 'identity' },
  ])('%j is taken from a program', async (headers) => {
    expect(await readJSON(typed(headers), 100)).toEqual({})
  })
})

test.each([
  ['{"model":', 'The body of the request is not valid JSON. Send the parameters as a JSON object.'],
  ['', 'The body of the request is empty. Send the parameters as a JSON object.'],
  ['[]', 'The body of the request must be a JSON object.'],
  ['null', 'The body of the request must be a JSON object.'],
  ['"text"', 'The body of the request must be a JSON object.'],
])('%s is refused', async (body, message) => {
  await expect(readJSON(request(body), 100)).rejects.toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    param: null,
    code: null,
    message,
  })
})

test('more than the limit is refused, with a length and without one', async () => {
  const refusal = { status: 413, code: 'request_too_large' }
  const announced = new Request('http://localhost/', {
    method: 'POST',
    body: 'x',
    headers: { 'content-length': '101' },
  })
  await expect(readJSON(announced, 100)).rejects.toMatchObject(refusal)
  await expect(readJSON(request(inPieces('{"a":"', 'x'.repeat(100), '"}')), 100)).rejects.toMatchObject(
    refusal,
  )
})
