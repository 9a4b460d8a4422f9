import { built } from '../millrace.mjs'

/** Serves one background run of a backend; the URL is that of its stream. */
export async function startBackgroundRun(respond) {
  const { createResponsesServer, serve } = await built('server/index.js')
  const { url } = await serve(createResponsesServer({ backend: { respond } }))
  const response = await fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', input: 'Hello', background: true, stream: true }),
  })
  const id = await readResponseId(response)
  return { url: `${url}/v1/responses/${id}?stream=true` }
}

/** It is in the first event. The run goes on without this reader. @param {Response} response */
export async function readResponseId(response) {
  const reader = response.body.getReader()
  const { value } = await reader.read()
  void reader.cancel()
  return /"id":"(resp_\w+)"/.exec(new TextDecoder().decode(value))[1]
}
