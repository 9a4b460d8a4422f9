// A process of its own: follows a response, keeps its checkpoint in a file, prints what it was given,
// and, when told to, dies by SIGKILL after so many events.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Millrace } from '../../src/client/millrace.js'
import { wireEvent } from '../../src/stream/wire-event.js'

const [baseURL = '', file = '', dieAfter = '0'] = process.argv.slice(2)
const client = new Millrace({ baseURL, apiKey: 'test' })
const saved: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : 'resp_any'
const stream = client.responses.resume(saved as never)
let left = Number(dieAfter)

for await (const event of stream) {
  process.stdout.write(`${JSON.stringify(wireEvent(event))}\n`)
  writeFileSync(file, JSON.stringify(stream.checkpoint()))
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}
process.stdout.write(`${JSON.stringify({ final: await stream.finalResponse() })}\n`)
