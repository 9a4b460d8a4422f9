import { expect, test } from 'vitest'
import { cors } from '../../src/server/cors.js'
import { ask, post, testServer } from './support.js'

const page = { origin: 'https://app.example' }
const server = (origins: '*' | string[]) => cors({ origins })(testServer(({ writer }) => writer.complete()))
const asking = {
  method: 'OPTIONS',
  headers: {
    ...page,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  },
}

test('a browser is told what its page may do', async () => {
  const response = await ask(server(['https://app.example']), '', asking)
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    204,
    {
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-origin': 'https://app.example',
      'access-control-expose-headers': 'x-request-id, idempotency-key, retry-after',
      'access-control-max-age': '600',
      vary: 'origin',
    },
  ])
})

test('answers and errors can be read by the page', async () => {
  for (const body of [{ model: 'm', input: 'Hi' }, {}]) {
    const response = await post(server('*'), body, { headers: page })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('another origin gets no permission, and none is given without an origin', async () => {
  const strict = server(['https://other.example'])
  expect((await ask(strict, '', asking)).headers.has('access-control-allow-origin')).toBe(false)
  const response = await post(strict, { model: 'm', input: 'Hi' })
  expect([response.status, response.headers.has('access-control-allow-origin')]).toEqual([200, false])
  expect(await strict.fetch(new Request('http://localhost/other', { headers: page }))).toBeUndefined()
})
