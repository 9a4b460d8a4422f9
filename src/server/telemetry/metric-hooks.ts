import type { RunEndInfo, ServerHooks } from '../hooks.js'
import { genAI, type Attributes } from './gen-ai-attributes.js'
import { errorOf } from './run-error.js'
import type { TelemetryMeter } from './telemetry-api.js'

/** In s, as the conventions have them. */
const durations = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const firstTokens = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const perToken = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5]
const tokens = Array.from({ length: 14 }, (_, power) => 4 ** power)

/** Durations and tokens of all runs. */
export function metricHooks(meter: TelemetryMeter, provider: string): ServerHooks {
  const histogram = (name: string, unit: string, description: string, boundaries: number[]) =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: boundaries } })
  const duration = histogram('gen_ai.server.request.duration', 's', 'From start to end of a run.', durations)
  const first = histogram(
    'gen_ai.server.time_to_first_token',
    's',
    'From start to first output.',
    firstTokens,
  )
  const pace = histogram('gen_ai.server.time_per_output_token', 's', 'Per token after the first.', perToken)
  const usage = histogram('gen_ai.client.token.usage', '{token}', 'Tokens of a run, by type.', tokens)
  const active = meter.createUpDownCounter('millrace.runs.active', {
    unit: '{run}',
    description: 'Runs that have been started and have not ended; queued ones count.',
  })
  const reconnects = meter.createCounter('millrace.reconnects', {
    unit: '{reader}',
    description: 'Readers that came back to the stream of a background run.',
  })
  /** In ms, of the runs that are going on. */
  const firstOutputs = new Map<string, number>()

  return {
    onRunStart: ({ params }) => active.add(1, common(params.model, provider)),
    onFirstOutput({ responseId, params, elapsed }) {
      firstOutputs.set(responseId, elapsed)
      first.record(elapsed / 1000, common(params.model, provider))
    },
    onReconnect: () => reconnects.add(1, {}),
    onRunEnd(end) {
      const attributes = endAttributes(end, provider)
      active.add(-1, common(end.params.model, provider))
      duration.record(end.elapsed / 1000, attributes)
      const began = firstOutputs.get(end.responseId)
      firstOutputs.delete(end.responseId)
      const output = end.usage?.output_tokens
      if (typeof end.usage?.input_tokens === 'number')
        usage.record(end.usage.input_tokens, { ...attributes, [genAI.tokenType]: 'input' })
      if (typeof output !== 'number') return
      usage.record(output, { ...attributes, [genAI.tokenType]: 'output' })
      if (began !== undefined && output > 1)
        pace.record((end.elapsed - began) / (output - 1) / 1000, attributes)
    },
  }
}

function common(model: string | undefined, provider: string): Attributes {
  return {
    [genAI.operation]: genAI.chat,
    [genAI.provider]: provider,
    ...(model !== undefined && { [genAI.requestModel]: model }),
  }
}

function endAttributes(end: RunEndInfo, provider: string): Attributes {
  const error = errorOf(end)
  return {
    ...common(end.params.model, provider),
    ...(end.response?.model && { [genAI.responseModel]: end.response.model }),
    ...(error && { [genAI.errorType]: error.type }),
  }
}
