// Our server in front of another one.
import { reportUsage } from '../lib/report-usage.mjs'
import { built } from '../millrace.mjs'

const { createResponsesServer, serve, upstreamBackend } = await built('server/index.js')

reportUsage(async (baseURL) => {
  const backend = upstreamBackend({ baseURL, apiKey: 'key' })
  const { url } = await serve(createResponsesServer({ backend }))
  return `${url}/v1`
})
