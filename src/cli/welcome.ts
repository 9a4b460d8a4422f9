import type { ServeCommandOptions } from './serve-options.js'

/** What `serve` says when it listens. */
export interface Welcome extends Pick<ServeCommandOptions, 'upstream' | 'store' | 'model'> {
  /** Of the API, with its path. */
  url: string
  hasKeys: boolean
}

/** Where the server is, what answers, and a request to try: it works as it is, but for the key. */
export function welcome({ url, hasKeys, upstream, store, model }: Welcome): string[] {
  const key = hasKeys ? ['  -H "authorization: Bearer $KEY" \\'] : []
  const named = model === undefined ? `"model": "${upstream === undefined ? 'demo' : 'MODEL'}", ` : ''
  return [
    `Listening on ${url}`,
    upstream === undefined ? 'The demo model answers.' : `Requests go to ${upstream}.`,
    store === 'memory' ? 'Responses are kept in memory.' : `Responses are kept in ${store}.`,
    '',
    'Try it:',
    'curl -N \\',
    `  ${url}/responses \\`,
    ...key,
    "  -H 'content-type: application/json' \\",
    `  -d '{${named}"input": "Hi",`,
    '       "stream": true}\'',
    '',
    'Stop it with Ctrl-C.',
  ]
}
