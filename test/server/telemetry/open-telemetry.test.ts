import { expect, test } from 'vitest'
import type { BackendRun } from '../../../src/server/backend.js'
import { HTTPError } from '../../../src/server/http-error.js'
import { openTelemetry } from '../../../src/server/telemetry/open-telemetry.js'
import type { TelemetryMeter, TelemetryTracer } from '../../../src/server/telemetry/telemetry-api.js'
import { ask, eventsOf, idOf, post, testServer } from '../support.js'

interface Span {
  name: string
  kind: number
  parent: unknown
  attributes: object
  events: unknown[]
  status?: object
  ended: number
}

function fakeTracer(): { tracer: TelemetryTracer; spans: Span[] } {
  const spans: Span[] = []
  return {
    spans,
    tracer: {
      startSpan(name, { kind, attributes }, parent) {
        const span: Span = { name, kind, parent, attributes, events: [], ended: 0 }
        spans.push(span)
        return {
          spanContext: () => ({
            traceId: 'a'.repeat(32),
            spanId: String(spans.length).padStart(16, '0'),
            traceFlags: 1,
          }),
          setAttributes: (more) => void Object.assign(span.attributes, more),
          addEvent: (event, more) => void span.events.push([event, more]),
          setStatus: (status) => void (span.status = status),
          end: () => void (span.ended += 1),
        }
      },
    },
  }
}

type Recorded = [instrument: string, value: number, attributes: object]

function fakeMeter(): { meter: TelemetryMeter; recorded: Recorded[]; units: Record<string, string> } {
  const recorded: Recorded[] = []
  const units: Record<string, string> = {}
  const instrument = (name: string, { unit }: { unit: string }) => {
    units[name] = unit
    const take = (value: number, attributes: object): void => void recorded.push([name, value, attributes])
    return { record: take, add: take }
  }
  return {
    recorded,
    units,
    meter: { createHistogram: instrument, createUpDownCounter: instrument, createCounter: instrument },
  }
}

const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`
const request = { model: 'm', input: 'secret question' }

async function respond({ params, writer }: BackendRun): Promise<void> {
  if (params.input === 'refuse')
    throw new HTTPError({ status: 429, message: 'No.', code: 'rate_limit_exceeded' })
  await writer.message().text('secret answer')
  if (params.input === 'fail') throw new Error('boom')
  const usage = {
    input_tokens: 2,
    input_tokens_details: { cached_tokens: 1 },
    output_tokens: 3,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 5,
  }
  await writer.complete({ model: 'm-2026', usage })
}

const requested = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'm',
  'gen_ai.output.type': 'text',
  'openai.api.type': 'responses',
  'millrace.background': false,
}

test('a run is a span with what the conventions name, and nothing of what was said', async () => {
  const { tracer, spans } = fakeTracer()
  const server = testServer(respond, { hooks: openTelemetry({ tracer, parentOf: (trace) => ({ trace }) }) })
  const headers = { traceparent, 'x-request-id': 'mine' }
  const body = await (
    await post(server, { ...request, temperature: 0.5, max_output_tokens: 100 }, { headers })
  ).json()
  expect(spans).toEqual([
    {
      name: 'chat m',
      kind: 2,
      parent: { trace: { traceparent } },
      attributes: {
        ...requested,
        'gen_ai.response.id': idOf(body),
        'gen_ai.request.temperature': 0.5,
        'gen_ai.request.max_tokens': 100,
        'millrace.request.id': 'mine',
        'gen_ai.response.time_to_first_chunk': expect.any(Number),
        'gen_ai.response.model': 'm-2026',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': 2,
        'gen_ai.usage.output_tokens': 3,
        'gen_ai.usage.cache_read.input_tokens': 1,
        'gen_ai.usage.reasoning.output_tokens': 0,
        'openai.response.service_tier': 'default',
        'millrace.status': 'completed',
      },
      events: [],
      ended: 1,
    },
  ])
  expect(JSON.stringify(spans)).not.toContain('secret')
})

test('a run that fails or is refused is a span with an error', async () => {
  const { tracer, spans } = fakeTracer()
  const server = testServer(respond, { hooks: openTelemetry({ tracer }) })
  await (await post(server, { ...request, input: 'fail' })).text()
  await (await post(server, { ...request, input: 'refuse' })).text()
  const message = 'The server had an error while producing this response.'
  expect(
    spans.map(({ status, attributes, ended }) => [status, Reflect.get(attributes, 'error.type'), ended]),
  ).toEqual([
    [{ code: 2, message }, 'server_error', 1],
    [{ code: 2, message: 'The run was refused.' }, 'rate_limit_exceeded', 1],
  ])
})

test('the backend passes on the trace of the span', async () => {
  const { tracer } = fakeTracer()
  const seen: (string | null)[] = []
  const server = testServer(
    async ({ requestHeaders, writer }) => {
      seen.push(requestHeaders.get('traceparent'), requestHeaders.get('tracestate'))
      await writer.complete()
    },
    { hooks: openTelemetry({ tracer }) },
  )
  await (await post(server, request, { headers: { traceparent, tracestate: 'v=1' } })).text()
  expect(seen).toEqual([`00-${'a'.repeat(32)}-0000000000000001-01`, null])
})

test('durations and tokens are measured in their units', async () => {
  const { meter, recorded, units } = fakeMeter()
  const server = testServer(respond, { hooks: openTelemetry({ meter, provider: 'example' }) })
  const id = idOf((await eventsOf(await post(server, { ...request, background: true, stream: true })))[0])
  await (await ask(server, `/${id}?stream=true&starting_after=2`)).text()
  await (await post(server, { ...request, input: 'refuse' })).text()
  const run = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'example',
    'gen_ai.request.model': 'm',
  }
  const ended = { ...run, 'gen_ai.response.model': 'm-2026' }
  const refused = { ...run, 'error.type': 'rate_limit_exceeded' }
  const seconds = expect.any(Number)
  expect(recorded).toEqual([
    ['millrace.runs.active', 1, run],
    ['gen_ai.server.time_to_first_token', seconds, run],
    ['millrace.runs.active', -1, run],
    ['gen_ai.server.request.duration', seconds, ended],
    ['gen_ai.client.token.usage', 2, { ...ended, 'gen_ai.token.type': 'input' }],
    ['gen_ai.client.token.usage', 3, { ...ended, 'gen_ai.token.type': 'output' }],
    ['gen_ai.server.time_per_output_token', seconds, ended],
    ['millrace.reconnects', 1, {}],
    ['millrace.runs.active', 1, run],
    ['millrace.runs.active', -1, run],
    ['gen_ai.server.request.duration', seconds, refused],
  ])
  expect(units).toEqual({
    'gen_ai.server.request.duration': 's',
    'gen_ai.server.time_to_first_token': 's',
    'gen_ai.server.time_per_output_token': 's',
    'gen_ai.client.token.usage': '{token}',
    'millrace.runs.active': '{run}',
    'millrace.reconnects': '{reader}',
  })
})
