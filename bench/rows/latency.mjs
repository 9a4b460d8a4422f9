import { readAndParse } from '../adapters/eventsource-parser.mjs'
import { openai7 } from '../adapters/openai.mjs'
import { assertSame } from '../lib/checksum.mjs'
import { startProcess } from '../lib/fork.mjs'
import { median, quantile } from '../lib/measure.mjs'
import { figure } from '../lib/row.mjs'
import { Millrace } from '../millrace.mjs'

const params = { model: 'gpt-5-mini', input: 'Hello' }

/** From the server's write to the consumer, at 1,000 events/s, one stream after the other in turn. */
export async function measure({ quick }) {
  const deltas = quick ? 500 : 2_000
  const server = startProcess('servers/events.mjs')
  try {
    const url = `${await server.ask(deltas)}/paced/${deltas}/v1`
    const clients = clientsOf(url)
    const rounds = Object.fromEntries(Object.keys(clients).map((name) => [name, []]))
    for (let round = -1; round < (quick ? 5 : 9); round++) {
      const turn = Object.keys(clients)
      if (round % 2 === 0) turn.reverse()
      for (const name of turn) {
        const delays = await delaysOf(clients[name])
        assertSame(name, delays.length, deltas + 8)
        // The first round warms up.
        if (round >= 0) rounds[name].push({ p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) })
      }
    }
    return rowsOf(rounds)
  } finally {
    server.stop()
  }
}

function clientsOf(url) {
  const millrace = new Millrace({ apiKey: 'key', baseURL: url })
  const openai = openai7.clientOf(fetch).withOptions({ baseURL: url })
  return {
    async millrace(onEvent) {
      for await (const event of millrace.responses.stream(params)) onEvent(event)
    },
    async parser(onEvent) {
      const response = await fetch(`${url}/responses`, { method: 'POST', body: JSON.stringify(params) })
      await readAndParse(response.body, onEvent)
    },
    async openai(onEvent) {
      for await (const event of openai.responses.stream(params)) onEvent(event)
    },
  }
}

async function delaysOf(client) {
  const delays = []
  await client((event) => delays.push((Number(process.hrtime.bigint()) - event.sent_at) / 1000))
  return delays
}

function rowsOf({ millrace, parser, openai }) {
  const of = (rounds, name) => median(rounds.map((round) => round[name]))
  const ratio = (name, others) => median(millrace.map((round, index) => round[name] / others[index][name]))
  const row = (name, who, others, atMost) => {
    const measured = ratio(name, others)
    return {
      what: `latency at 1,000 events/s, ${name}, against ${who}`,
      // Two medians of the same thing differ by a few per cent from run to run.
      goal: atMost === undefined ? '' : `≤ ${atMost}×`,
      measured: `${figure(measured)}×`,
      ...(atMost !== undefined && { met: measured <= atMost }),
      ours: `${figure(of(millrace, name))} µs`,
      theirs: `${figure(of(others, name))} µs`,
    }
  }
  return [
    row('p50', 'fetch + eventsource-parser', parser, 1),
    row('p99', 'fetch + eventsource-parser', parser),
    row('p50', 'openai 7 stream()', openai),
    row('p99', 'openai 7 stream()', openai),
  ]
}
