// A provider that gives every stream ten events a second, each with the time it was written as its delta (on
// the clock that all processes share). The streams go on until the client leaves.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { answerParent } from '../lib/fork.mjs'
import { frame, messageEvents, wireResponse } from '../workloads/wire.mjs'

const tick = 2
const slots = 100 / tick
/** Which streams are due in which tick, so that they are spread evenly. @type {Set<() => void>[]} */
const due = Array.from({ length: slots }, () => new Set())
let opened = 0

const { start } = messageEvents(['x'])
const opening = [
  { type: 'response.created', response: wireResponse() },
  { type: 'response.in_progress', response: wireResponse() },
  ...start,
]
const [delta] = messageEvents(['STAMP']).deltas

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sequence_number = 0
  for (const event of opening) response.write(frame({ ...event, sequence_number: sequence_number++ }))
  const [before, after] = frame(delta).split('STAMP')
  const end = after.replace('}\n\n', ',"sequence_number":')
  const write = () => response.write(`${before}${process.hrtime.bigint()}${end}${sequence_number++}}\n\n`)
  const slot = due[opened++ % slots]
  slot.add(write)
  response.on('close', () => slot.delete(write))
})

let now = 0
setInterval(() => {
  for (const write of due[now]) write()
  now = (now + 1) % slots
}, tick)

answerParent(async () => {
  server.listen(0, '127.0.0.1', 4096)
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}/v1`
})
