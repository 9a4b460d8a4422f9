import { readAndParse } from '../adapters/eventsource-parser.mjs'
import { openai7 } from '../adapters/openai.mjs'
import { assertSame } from '../lib/checksum.mjs'
import { startProcess } from '../lib/fork.mjs'
import { compare } from '../lib/measure.mjs'
import { perEvent, ratioRow } from '../lib/row.mjs'
import { Millrace } from '../millrace.mjs'

const streams = 200
const params = { model: 'gpt-5-mini', input: 'Hello' }

/** 200 streams at the same time over loopback, the server in another process: CPU of the client. */
export async function measure({ quick }) {
  const deltas = quick ? 1_000 : 2_000
  const server = startProcess('servers/events.mjs')
  try {
    const url = `${await server.ask(deltas)}/burst/${deltas}/v1`
    const millrace = new Millrace({ apiKey: 'key', baseURL: url })
    const openai = openai7.clientOf(fetch).withOptions({ baseURL: url })
    const all = (one) => () => Promise.all(Array.from({ length: streams }, one))
    const verify = (responses) => {
      for (const { status } of responses) assertSame('200 streams', status, 'completed')
    }
    const measured = await compare(
      [
        { name: 'millrace', run: all(() => millrace.responses.stream(params).finalResponse()), verify },
        { name: 'parser', run: all(() => parseEach(`${url}/responses`)), verify },
        { name: 'read only', run: all(() => readOnly(`${url}/responses`)) },
        {
          name: 'openai 7',
          run: all(() => openai.responses.stream(params).finalResponse()),
          verify,
          rounds: quick ? 1 : 3,
        },
      ],
      { rounds: quick ? 4 : 9 },
    )
    return rowsOf(measured, streams * (deltas + 8))
  } finally {
    server.stop()
  }
}

async function readOnly(url) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(params) })
  const reader = response.body.getReader()
  while (!(await reader.read()).done);
}

async function parseEach(url) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(params) })
  let last
  await readAndParse(response.body, (event) => (last = event))
  return last.response
}

function rowsOf(measured, events) {
  const each = (name) => perEvent(measured.cpu(name), events)
  return [
    ratioRow({
      what: '200 streams over loopback, client CPU an event: less than openai 7 stream()',
      ratio: measured.ratio('openai 7', 'millrace'),
      atLeast: 8,
      ours: each('millrace'),
      theirs: each('openai 7'),
    }),
    ratioRow({
      what: '200 streams over loopback, client CPU an event, against a loop that only reads',
      ratio: measured.ratio('millrace', 'read only'),
      atMost: 1.6,
      ours: each('millrace'),
      theirs: each('read only'),
    }),
    ratioRow({
      what: '… against fetch + eventsource-parser + JSON.parse, without a snapshot',
      ratio: measured.ratio('millrace', 'parser'),
      ours: each('millrace'),
      theirs: each('parser'),
    }),
  ]
}
