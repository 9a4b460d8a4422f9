import { createResumableStreams } from '../adapters/resumable-stream.mjs'
import { assertSame } from '../lib/checksum.mjs'
import { readResponseId } from '../lib/background-run.mjs'
import { createGate } from '../lib/gate.mjs'
import { compare } from '../lib/measure.mjs'
import { figure, ratioRow } from '../lib/row.mjs'
import { built } from '../millrace.mjs'
import { runEvents } from '../workloads/fan-out.mjs'
import { frame, lifecycle } from '../workloads/wire.mjs'

const deltas = 20_000
const model = 'gpt-5-mini'

/**
 * A reader comes back to a run that has sent 20,000 events and is still going on. Both sides are asked for
 * a web stream and read until the last event that there is; no socket is between them.
 */
export async function measure({ quick }) {
  const [ours, theirs] = [await openMillrace(), await openResumableStream()]
  const shares = { '90 %': 0.9, '50 %': 0.5, '99 %': 0.99 }
  const contestants = Object.entries(shares).flatMap(([share, from]) => {
    const sent = Math.round(deltas * (1 - from))
    const contestant = (name, { resume, expected }, passes) => ({
      name: `${name} ${share}`,
      passes,
      run: () => resume(sent),
      verify: (bytes) => assertSame(`${name} at ${share}`, bytes, expected(sent)),
    })
    return [contestant('millrace', ours, 20), contestant('resumable-stream', theirs, 2)]
  })
  const measured = await compare(contestants, { rounds: quick ? 7 : 21, warmUps: 5 })
  const cost = (name) => `${figure(measured.cpu(name))} µs`
  const perSent = (share) => measured.cpu(`millrace ${share}`) / (deltas * (1 - shares[share]))
  const growth = perSent('90 %') / perSent('50 %')
  return [
    ratioRow({
      what: 'resume at 90 % of 20,000 events: less CPU than resumable-stream',
      ratio: measured.ratio('resumable-stream 90 %', 'millrace 90 %'),
      atLeast: 50,
      ours: cost('millrace 90 %'),
      theirs: cost('resumable-stream 90 %'),
    }),
    ratioRow({
      what: 'resume at 99 % of 20,000 events: less CPU than resumable-stream',
      ratio: measured.ratio('resumable-stream 99 %', 'millrace 99 %'),
      ours: cost('millrace 99 %'),
      theirs: cost('resumable-stream 99 %'),
    }),
    ratioRow({
      what: 'resume: CPU an event sent, 2,000 sent against 10,000 sent',
      ratio: growth,
      atMost: 1.5,
      ours: `${figure(perSent('90 %'))} µs`,
      theirs: `${figure(perSent('50 %'))} µs`,
    }),
  ]
}

async function openMillrace() {
  const { createResponsesServer } = await built('server/index.js')
  const produced = createGate()
  const backend = {
    async *respond() {
      // All but what ends the message.
      yield* runEvents(deltas).slice(0, -3)
      produced.open()
      await new Promise(() => {})
    },
  }
  const server = createResponsesServer({ backend })
  const ask = (path, init) => server.fetch(new Request(`http://localhost/v1/responses${path}`, init))
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ model, input: 'Hello', background: true, stream: true })
  const id = await readResponseId(await ask('', { method: 'POST', headers, body }))
  await produced.opened
  // Two of the message, and created, queued and in_progress, come before the deltas.
  const last = deltas + 4
  const from = async (after) => {
    const response = await ask(`/${id}?stream=true&starting_after=${after}`)
    return readUntil(response.body, Buffer.from(`"sequence_number":${last}}`))
  }
  // Every event after the first ones, to know how many bytes each part of them is.
  const whole = Buffer.concat(await from(4))
    .toString()
    .split('\n\n')
    .slice(0, -1)
  return {
    expected: (sent) => lengthOf(whole.slice(-sent)) + 2 * sent,
    resume: async (sent) => lengthOf(await from(last - sent)),
  }
}

async function openResumableStream() {
  const context = createResumableStreams()
  const frames = lifecycle(runEvents(deltas), [])
    .slice(2, -4)
    .map((event, index) => frame({ type: event.type, sequence_number: index, ...event }))
  const first = await context.createNewResumableStream(
    'run',
    () =>
      new ReadableStream({
        start(controller) {
          for (const text of frames) controller.enqueue(text)
        },
      }),
  )
  const needle = `"sequence_number":${frames.length - 1},`
  await readUntil(first, needle)
  return {
    expected: (sent) => lengthOf(frames.slice(-sent)),
    async resume(sent) {
      const skipped = lengthOf(frames.slice(0, -sent))
      return lengthOf(await readUntil(await context.resumeExistingStream('run', skipped), needle))
    },
  }
}

/** @param {{ length: number }[]} parts */
function lengthOf(parts) {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Reads until the last event is there, then leaves. */
async function readUntil(stream, needle) {
  const reader = stream.getReader()
  const chunks = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error('The stream ended before its last event.')
    chunks.push(value)
    if (endsWith(value, needle)) break
  }
  void reader.cancel()
  return chunks
}

/** Only the end of a chunk is looked at: the search must not cost what it measures. */
function endsWith(value, needle) {
  if (typeof value === 'string') return value.slice(-500).includes(needle)
  const end = value.subarray(-500)
  return Buffer.from(end.buffer, end.byteOffset, end.length).includes(needle)
}
