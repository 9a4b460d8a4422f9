import { expect, test } from 'vitest'
import { bearerKeys, principalOf } from '../../src/server/authenticate.js'

const request = (authorization?: string): Request =>
  new Request('http://localhost/', { headers: authorization === undefined ? {} : { authorization } })

test('a known key names its owner, the scheme in any case', async () => {
  const authenticate = bearerKeys({ web: 'sk-web', jobs: 'sk-jobs' })
  expect(await authenticate(request('Bearer sk-jobs'))).toEqual({ owner: 'jobs' })
  expect(await authenticate(request('bearer  sk-web'))).toEqual({ owner: 'web' })
})

test.each([undefined, 'Bearer', 'Bearer wrong', 'Basic sk-web', 'Bearer sk-web extra', 'sk-web'])(
  '%s is nobody',
  async (authorization) => {
    expect(await bearerKeys({ web: 'sk-web' })(request(authorization))).toBeUndefined()
  },
)

test('keys without names have owners that do not tell the key and stay the same', async () => {
  const [first, second] = await Promise.all([
    bearerKeys(['a', 'b'])(request('Bearer a')),
    bearerKeys(['a'])(request('Bearer a')),
  ])
  expect(first).toEqual({ owner: 'key_ca978112ca1bbdca' })
  expect(second).toEqual(first)
})

test('everybody is anonymous when nobody is asked', async () => {
  expect(await principalOf(request(), undefined)).toEqual({ owner: 'anonymous' })
})

test.each([
  [
    undefined,
    "You didn't provide an API key. Send it in the Authorization header: 'Authorization: Bearer YOUR_KEY'.",
  ],
  ['Bearer wrong', 'Incorrect API key provided.'],
])('%s is refused with 401', async (authorization, message) => {
  await expect(principalOf(request(authorization), bearerKeys(['right']))).rejects.toMatchObject({
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    param: null,
    message,
  })
})
