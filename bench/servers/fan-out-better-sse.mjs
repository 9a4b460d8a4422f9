// better-sse: a channel with every reader's session in it.
import { createChannel, createSession } from 'better-sse'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { serveFanOut } from '../lib/serve-fan-out.mjs'
import { inBursts, runEvents } from '../workloads/fan-out.mjs'
import { lifecycle } from '../workloads/wire.mjs'

serveFanOut(async (deltas) => {
  const events = lifecycle(runEvents(deltas), []).map((event, sequence_number) => ({
    type: event.type,
    sequence_number,
    ...event,
  }))
  const channel = createChannel()
  const responses = []
  const join = async (request, response) => {
    channel.register(await createSession(request, response))
    responses.push(response)
  }
  const server = createServer((request, response) => void join(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async go() {
      for await (const event of inBursts(events)) channel.broadcast(event, event.type)
      for (const response of responses) response.end()
    },
  }
})
