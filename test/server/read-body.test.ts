import { expect, test } from 'vitest'
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
