import { MillraceError } from '../errors/millrace-error.js'

type QueryValue = string | number | boolean | null | undefined
/** Query parameters. `null` and `undefined` are left out; a list becomes `name[]=a&name[]=b`, as the official SDK writes it. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

/** A base URL taken apart once: `?api-version=…` belongs behind the path, not in front of it. */
export interface BaseURL {
  /** Without a trailing slash. */
  root: string
  query: URLSearchParams
}

/**
 * Absolute with http or https, or a path such as `/api/v1` for a browser. Throws
 * `invalid_argument` for anything else, without quoting what may hold a password.
 */
export function parseBaseURL(baseURL: string): BaseURL {
  const [address = '', search = ''] = baseURL
    .trim()
    .replace(/#.*$/, '')
    .split(/\?(.*)/s)
  if (!address.startsWith('/')) checkAbsolute(address)
  return { root: address.replace(/\/+$/, ''), query: new URLSearchParams(search) }
}

function checkAbsolute(address: string): void {
  const url = /^https?:\/\//i.test(address) ? parseURL(address) : undefined
  if (url === undefined) {
    throw new MillraceError(
      'invalid_argument',
      `baseURL ${JSON.stringify(address)} must begin with http:// or https:// (or with / in a browser), ` +
        'such as "https://api.openai.com/v1".',
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new MillraceError(
      'invalid_argument',
      `baseURL for ${url.host} contains a user name or password, which fetch refuses. ` +
        'Send them as authorization in defaultHeaders.',
    )
  }
}

function parseURL(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/** Later layers of the query win, name by name; what the base URL says comes first. */
export function buildURL(base: BaseURL, path: string, ...layers: (Query | undefined)[]): string {
  const query = new URLSearchParams(base.query)
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) setParameter(query, name, value)
  }
  const search = query.toString()
  return `${base.root}${path}${search && '?'}${search}`
}

function setParameter(query: URLSearchParams, name: string, value: Query[string]): void {
  if (value === undefined) return
  query.delete(name)
  query.delete(`${name}[]`)
  if (value === null) return
  if (typeof value !== 'object') return query.set(name, String(value))
  for (const item of value) query.append(`${name}[]`, String(item))
}
