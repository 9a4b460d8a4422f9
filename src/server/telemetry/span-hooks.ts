import type { ServerHooks } from '../hooks.js'
import type { TraceContext } from '../trace-context.js'
import { genAI, requestAttributes, responseAttributes } from './gen-ai-attributes.js'
import { errorOf } from './run-error.js'
import type { TelemetrySpan, TelemetryTracer } from './telemetry-api.js'

/** `SpanKind.CLIENT`, which the conventions ask for where a model is called. */
const client = 2
/** `SpanStatusCode.ERROR` */
const failed = 2

/** A span for each run. */
export function spanHooks(
  tracer: TelemetryTracer,
  provider: string,
  parentOf?: (trace: TraceContext) => unknown,
): ServerHooks {
  const spans = new Map<string, TelemetrySpan>()

  return {
    onRunStart(info) {
      const attributes = requestAttributes(info, provider)
      const parent = info.trace && parentOf ? [parentOf(info.trace)] : []
      const name = `${genAI.chat} ${info.params.model ?? ''}`.trimEnd()
      spans.set(info.responseId, tracer.startSpan(name, { kind: client, attributes }, ...parent))
    },
    outgoingTrace({ responseId }) {
      const span = spans.get(responseId)
      return span && traceOfSpan(span)
    },
    onFirstOutput({ responseId, elapsed }) {
      spans.get(responseId)?.setAttributes({ [genAI.timeToFirstChunk]: elapsed / 1000 })
    },
    onDiagnostic({ responseId, diagnostic }) {
      spans.get(responseId)?.addEvent('millrace.diagnostic', { 'millrace.rule': diagnostic.rule })
    },
    onRunEnd(end) {
      const span = spans.get(end.responseId)
      spans.delete(end.responseId)
      if (span === undefined) return
      const error = errorOf(end)
      span.setAttributes({
        ...responseAttributes(end.response),
        ...(error && { [genAI.errorType]: error.type }),
      })
      if (error !== undefined) span.setStatus({ code: failed, message: error.message })
      span.end()
    },
  }
}

function traceOfSpan(span: TelemetrySpan): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return { traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` }
}
