import type { Attributes } from './gen-ai-attributes.js'

// No dependency: whatever has these methods will do.

/** What is used of a span of `@opentelemetry/api`. */
export interface TelemetrySpan {
  spanContext(): { traceId: string; spanId: string; traceFlags: number }
  setAttributes(attributes: Attributes): unknown
  addEvent(name: string, attributes?: Attributes): unknown
  setStatus(status: { code: number; message?: string }): unknown
  end(): void
}

/** What is used of a tracer of `@opentelemetry/api`. */
export interface TelemetryTracer {
  startSpan(name: string, options: { kind: number; attributes: Attributes }, context?: unknown): TelemetrySpan
}

interface Instrument {
  unit: string
  description: string
  advice?: { explicitBucketBoundaries: number[] }
}

/** What is used of a meter of `@opentelemetry/api`. */
export interface TelemetryMeter {
  createHistogram(name: string, options: Instrument): { record(value: number, attributes: Attributes): void }
  createUpDownCounter(name: string, options: Instrument): { add(value: number, attributes: Attributes): void }
  createCounter(name: string, options: Instrument): { add(value: number, attributes: Attributes): void }
}
