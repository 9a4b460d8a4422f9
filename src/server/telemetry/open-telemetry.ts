import { combineHooks, type ServerHooks } from '../hooks.js'
import type { TraceContext } from '../trace-context.js'
import { metricHooks } from './metric-hooks.js'
import { spanHooks } from './span-hooks.js'
import type { TelemetryMeter, TelemetryTracer } from './telemetry-api.js'

/** Options of `openTelemetry`; without a tracer or a meter there are no spans or no metrics. */
export interface OpenTelemetryOptions {
  tracer?: TelemetryTracer
  meter?: TelemetryMeter
  /**
   * The context of the client's request, as the parent of the span: `(trace) => propagation.extract(ROOT_CONTEXT,
   * trace)`. Default: each run is the root of a trace of its own, unless the tracer has an active one.
   */
  parentOf?: (trace: TraceContext) => unknown
  /** `gen_ai.provider.name`. Default `openai`, the provider whose API this is. */
  provider?: string
}

/**
 * Spans and metrics of a server's runs for OpenTelemetry, by its conventions for generative AI, which are
 * still in development. The tracer and the meter are yours; this package depends on nothing. What was said
 * to the model, and by it, is in none of them.
 *
 * Each run is a span `chat <model>`, from its start to its end; its trace is what the backend passes on as
 * `traceparent`. The histograms are `gen_ai.server.request.duration`, `gen_ai.server.time_to_first_token`,
 * `gen_ai.server.time_per_output_token` (s) and `gen_ai.client.token.usage` (tokens); beside them
 * `millrace.runs.active` and `millrace.reconnects` are counted.
 *
 * @example
 * import { metrics, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api'
 * const hooks = openTelemetry({
 *   tracer: trace.getTracer('millrace'),
 *   meter: metrics.getMeter('millrace'),
 *   parentOf: (carrier) => propagation.extract(ROOT_CONTEXT, carrier),
 * })
 * const server = createResponsesServer({ backend, hooks })
 */
export function openTelemetry(options: OpenTelemetryOptions): ServerHooks {
  const { tracer, meter, parentOf, provider = 'openai' } = options
  return combineHooks(
    tracer === undefined ? {} : spanHooks(tracer, provider, parentOf),
    meter === undefined ? {} : metricHooks(meter, provider),
  )
}
