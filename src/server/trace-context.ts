/** Which trace a request belongs to, as its headers of these names say it. */
export interface TraceContext {
  /** W3C Trace Context: version, trace id, id of the parent span, flags. */
  traceparent: string
  tracestate?: string
}

const wellFormed = /^[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/

/** Undefined when the request names no trace, or none that could be followed. */
export function traceOf(headers: Headers): TraceContext | undefined {
  const traceparent = headers.get('traceparent')
  const tracestate = headers.get('tracestate')
  if (traceparent === null || !wellFormed.test(traceparent)) return undefined
  return { traceparent, ...(tracestate !== null && { tracestate }) }
}

/** Replaces the trace that headers name. */
export function setTrace(headers: Headers, { traceparent, tracestate }: TraceContext): void {
  headers.set('traceparent', traceparent)
  // The state of another trace would be wrong beside it.
  if (tracestate === undefined) headers.delete('tracestate')
  else headers.set('tracestate', tracestate)
}
