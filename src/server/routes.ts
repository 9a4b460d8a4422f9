import { Hono, type Context } from 'hono'
import { principalOf } from './authenticate.js'
import type { Core, Exchange } from './core.js'
import { createResponse } from './create-response.js'
import { HTTPError } from './http-error.js'
import { errorResponse } from './json-response.js'
import { requestIdOf } from './request-id.js'
import { cancelResponse } from './stored/cancel-response.js'
import { deleteResponse } from './stored/delete-response.js'
import { listInputItems } from './stored/list-input-items.js'
import { retrieveResponse } from './stored/retrieve-response.js'

type StoredRoute = (exchange: Exchange, id: string, owner: string) => Promise<Response>

interface Environment {
  Variables: { requestId: string }
}

/** The API's routes under `basePath`. Every answer carries `x-request-id`. */
export function createRoutes(core: Core): Hono<Environment> {
  const app = new Hono<Environment>().basePath(core.options.basePath)

  function exchangeOf(context: Context<Environment>): Exchange {
    return { ...core, request: context.req.raw, requestId: context.get('requestId') }
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
    await next()
    context.res.headers.set('x-request-id', context.get('requestId'))
  })

  app.post('/responses', (context) => createResponse(exchangeOf(context)))
  app.all('/responses', () => {
    throw new HTTPError({
      status: 405,
      message: 'Only POST is allowed on this path.',
      code: 'method_not_allowed',
    })
  })

  app.get('/responses/:id', stored(retrieveResponse))
  app.delete('/responses/:id', stored(deleteResponse))
  app.post('/responses/:id/cancel', stored(cancelResponse))
  app.get('/responses/:id/input_items', stored(listInputItems))

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
