import { Hono, type Context } from 'hono'
import { principalOf } from './authenticate.js'
import type { Core, Exchange } from './core.js'
import { createResponse } from './create-response.js'
import { HTTPError } from './http-error.js'
import { errorResponse } from './json-response.js'
import { passableHeaders } from './passable-headers.js'
import { requestIdOf } from './request-id.js'
import { cancelResponse } from './stored/cancel-response.js'
import { deleteResponse } from './stored/delete-response.js'
import { listInputItems } from './stored/list-input-items.js'
import { retrieveResponse } from './stored/retrieve-response.js'

type StoredRoute = (exchange: Exchange, id: string, owner: string) => Promise<Response>

interface Environment {
  Variables: { requestId: string; answerHeaders: Headers }
}

const allowed = {
  '/responses': 'POST',
  '/responses/:id': 'GET, DELETE',
  '/responses/:id/cancel': 'POST',
  '/responses/:id/input_items': 'GET',
}

/** The API's routes under `basePath`. Every answer carries `x-request-id`. */
export function createRoutes(core: Core): Hono<Environment> {
  const app = new Hono<Environment>().basePath(core.options.basePath)

  function exchangeOf(context: Context<Environment>): Exchange {
    const { requestId, answerHeaders } = context.var
    return { ...core, request: context.req.raw, requestId, answerHeaders }
  }

  /** For the routes of one response: who asks is known before anything is said about it. */
  function stored(answer: StoredRoute): (context: Context<Environment>) => Promise<Response> {
    return async (context) => {
      const { owner } = await principalOf(context.req.raw, core.options.authenticate)
      return answer(exchangeOf(context), context.req.param('id') ?? '', owner)
    }
  }

  app.use(async (context, next) => {
    context.set('requestId', requestIdOf(context.req.raw))
    context.set('answerHeaders', new Headers())
    try {
      await next()
    } catch (thrown) {
      // hono passes on what is thrown without being an Error.
      context.res = errorResponse(thrown)
    }
    const { headers } = context.res
    for (const [name, value] of passableHeaders(context.var.answerHeaders)) {
      // How the answer is to be treated on its way is not a backend's to say.
      if (!headers.has(name)) headers.set(name, value)
    }
    headers.set('x-request-id', context.get('requestId'))
  })

  app.post('/responses', (context) => createResponse(exchangeOf(context)))

  app.get('/responses/:id', stored(retrieveResponse))
  app.delete('/responses/:id', stored(deleteResponse))
  app.post('/responses/:id/cancel', stored(cancelResponse))
  app.get('/responses/:id/input_items', stored(listInputItems))

  // OpenAI has them; here they would be taken for responses of that name.
  for (const path of ['/responses/compact', '/responses/input_tokens'])
    app.post(path, (context) => context.notFound())

  for (const [path, methods] of Object.entries(allowed)) {
    app.all(path, ({ req, var: { answerHeaders } }) => {
      answerHeaders.set('allow', methods)
      throw new HTTPError({
        status: 405,
        message: `This path takes ${methods} only, not ${req.method}.`,
        code: 'method_not_allowed',
      })
    })
  }

  app.notFound(({ req }) =>
    errorResponse(
      new HTTPError({
        status: 404,
        message: `Unknown request URL: ${req.method} ${req.path}.`,
        code: 'unknown_url',
      }),
    ),
  )
  app.onError((error) => errorResponse(error))
  return app
}
