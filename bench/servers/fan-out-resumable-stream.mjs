// resumable-stream: one producer of frames, every reader resumes its stream, node:http around it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createResumableStreams } from '../adapters/resumable-stream.mjs'
import { createGate } from '../lib/gate.mjs'
import { serveFanOut } from '../lib/serve-fan-out.mjs'
import { inBursts, runEvents } from '../workloads/fan-out.mjs'
import { frame, lifecycle } from '../workloads/wire.mjs'

serveFanOut(async (deltas) => {
  const gate = createGate()
  const context = createResumableStreams()
  const frames = lifecycle(runEvents(deltas), []).map((event, sequence_number) =>
    frame({ ...event, sequence_number }),
  )
  const produce = async (controller) => {
    await gate.opened
    for await (const text of inBursts(frames)) controller.enqueue(text)
    controller.close()
  }
  const first = await context.createNewResumableStream(
    'run',
    () => new ReadableStream({ start: (controller) => void produce(controller) }),
  )
  // Whoever creates a stream has to read it.
  void (async () => {
    for await (const _ of first);
  })()
  const resume = async (response) => {
    const stream = await context.resumeExistingStream('run')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    for await (const text of stream) response.write(text)
    response.end()
  }
  const server = createServer((_request, response) => void resume(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}/`, go: gate.open }
})
