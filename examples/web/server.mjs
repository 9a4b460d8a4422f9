// A web page that asks a model: run `npm run build`, then `node examples/web/server.mjs`, and open the
// address that it prints. The model is the demo backend, so it needs no key and no network.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createResponsesServer, demoBackend, HTTPError, serve } from 'millrace/server'

const here = new URL('.', import.meta.url)
const library = new URL('.', import.meta.resolve('millrace'))

const api = createResponsesServer({
  // Slow enough to reload the page in the middle.
  backend: demoBackend({ pace: 80 }),
  // The page has no key: who it is, the cookie says. Nobody sees the responses of another.
  authenticate: (request) => {
    const visitor = /(?:^|; )visitor=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
    return visitor === undefined ? undefined : { owner: visitor }
  },
  // A browser gives the input and nothing else; model, limits and background mode are decided here.
  prepare: ({ input }) => {
    if (typeof input === 'string' && input.length <= 4000)
      return { model: 'demo', input, background: true, store: true, max_output_tokens: 2000 }
    throw new HTTPError({
      status: 400,
      message: 'The input must be a text of at most 4,000 characters.',
      param: 'input',
    })
  },
})

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** The page, its parts, and the library as it was built: no bundler is needed. */
async function page(request) {
  const { pathname } = new URL(request.url)
  const name = { '/': 'index.html', '/page.js': 'page.js', '/style.css': 'style.css' }[pathname]
  const module = /^\/millrace\/((?:[\w-]+\/)*[\w-]+\.js)$/.exec(pathname)?.[1]
  const file = name ? new URL(name, here) : module && new URL(module, library)
  const content = file && (await readFile(file).catch(() => undefined))
  if (!content) return new Response('Not found', { status: 404 })
  const headers = new Headers({
    'content-type': types[file.pathname.split('.').at(-1)],
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'",
  })
  if (name === 'index.html' && !request.headers.get('cookie')?.includes('visitor='))
    headers.set('set-cookie', `visitor=${randomUUID()}; HttpOnly; SameSite=Strict; Path=/`)
  return new Response(content, { headers })
}

// Not the port of `millrace serve`, so that both can run.
const port = Number(process.env.PORT ?? 8090)
const { url, close } = await serve(
  { ...api, fetch: async (request) => (await api.fetch(request)) ?? page(request) },
  { port },
).catch((error) => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(
    `Port ${port} is taken by another program. Choose another one with PORT; 0 takes any that is free.`,
  )
  process.exit(1)
})
console.log(`Open ${url}`)
process.once('SIGINT', () => void close())
