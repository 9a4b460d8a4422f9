import { Hono } from 'hono'
import { principalOf } from './authenticate.js'
import { createResponse } from './create-response.js'
import { HTTPError, invalidRequest } from './http-error.js'
import { errorResponse } from './json-response.js'
import type { LiveRuns } from './live-runs.js'
import type { ResolvedOptions } from './options.js'
import { requestIdOf } from './request-id.js'

/** The API's routes under `basePath`. Every answer carries `x-request-id`. */
export function createRoutes(
  options: ResolvedOptions,
  live: LiveRuns,
): Hono<{ Variables: { requestId: string } }> {
  const app = new Hono<{ Variables: { requestId: string } }>().basePath(options.basePath)

  app.use(async (context, next) => {
    context.set('requestId', requestIdOf(context.req.raw))
    await next()
    context.res.headers.set('x-request-id', context.get('requestId'))
  })

  app.post('/responses', (context) =>
    createResponse({ request: context.req.raw, requestId: context.get('requestId'), options, live }),
  )
  app.all('/responses', () => {
    throw new HTTPError({
      status: 405,
      message: 'Only POST is allowed on this path.',
      code: 'method_not_allowed',
    })
  })

  // Nothing is kept once its request has ended, so that no id is known.
  app.on(['GET', 'DELETE'], '/responses/:id', notFound)
  app.post('/responses/:id/cancel', notFound)
  app.get('/responses/:id/input_items', notFound)

  async function notFound(context: { req: { raw: Request; param(name: 'id'): string } }): Promise<never> {
    await principalOf(context.req.raw, options.authenticate)
    throw responseNotFound(context.req.param('id'))
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

function responseNotFound(id: string): HTTPError {
  if (!id.startsWith('resp'))
    return invalidRequest(
      `Invalid 'response_id': '${id}'. Expected an ID that begins with 'resp'.`,
      'response_id',
      'invalid_id_prefix',
    )
  return new HTTPError({ status: 404, message: `Response with id '${id}' not found.` })
}
