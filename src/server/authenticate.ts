import { HTTPError } from './http-error.js'

/** On whose behalf a request is made. */
export interface Principal {
  /** Responses belong to an owner, and nobody else can see them. */
  owner: string
  [detail: string]: unknown
}

/** Says who sent a request; undefined means nobody this server knows, which is answered with 401. */
export type Authenticate = (request: Request) => Principal | undefined | Promise<Principal | undefined>

/**
 * Accepts `Authorization: Bearer <key>` for the keys given. Every key is compared in constant time,
 * over digests of equal length, so that the time taken says nothing about a key or its length. The
 * owner is derived from the digest: the key itself is kept nowhere else and goes into no log.
 *
 * @param keys a list, or an object whose names are the owners.
 *
 * @example
 * createResponsesServer({ backend, authenticate: bearerKeys({ web: process.env.WEB_KEY, jobs: process.env.JOBS_KEY }) })
 */
export function bearerKeys(keys: readonly string[] | Readonly<Record<string, string>>): Authenticate {
  const known = knownKeys(keys)
  return async (request) => {
    const key = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (key === undefined) return undefined
    const digest = await digestOf(key)
    let owner: string | undefined
    for (const candidate of await known) {
      if (equal(digest, candidate.digest)) owner = candidate.owner
    }
    return owner === undefined ? undefined : { owner }
  }
}

/** Who a request is from, or a 401. */
export async function principalOf(
  request: Request,
  authenticate: Authenticate | undefined,
): Promise<Principal> {
  if (authenticate === undefined) return { owner: 'anonymous' }
  const principal = await authenticate(request)
  if (principal !== undefined) return principal
  const message = request.headers.has('authorization')
    ? 'Incorrect API key provided.'
    : "You didn't provide an API key. Send it in the Authorization header: 'Authorization: Bearer YOUR_KEY'."
  throw new HTTPError({ status: 401, message, code: 'invalid_api_key' })
}

interface KnownKey {
  owner: string
  digest: Uint8Array
}

async function knownKeys(keys: readonly string[] | Readonly<Record<string, string>>): Promise<KnownKey[]> {
  const named = Array.isArray(keys)
    ? keys.map((key: string) => [undefined, key] as const)
    : Object.entries(keys)
  return Promise.all(
    named.map(async ([owner, key]) => {
      const digest = await digestOf(key)
      return { owner: owner ?? `key_${hex(digest.subarray(0, 8))}`, digest }
    }),
  )
}

async function digestOf(key: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  return difference === 0
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
