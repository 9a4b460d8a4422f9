import { ProtocolError } from '../errors/stream-error.js'
import type { Severity } from './fold-rule.js'
import type { RuleId } from './severities.js'

/** One thing a stream did that it should not have done, or that is worth knowing. */
export interface Diagnostic {
  /** Which rule; `RULES` says what it means. */
  rule: RuleId
  severity: Severity
  /** What happened the first time, for people. */
  message: string
  /** Of the event that was first to do it. */
  sequence_number?: number
  output_index?: number
  /** How often it happened in this output item, or in the stream when it concerns no item. */
  count: number
}

export interface DiagnosticsOptions {
  /** Throw `ProtocolError` at the first finding of severity `error`. Default `false`. */
  strict?: boolean | undefined
  /** Called for the first finding of each rule and output item; repetitions only raise its `count`. */
  onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined
}

/** What of an event a finding notes. Neither is believed to be a number. */
export interface FindingPlace {
  sequence_number?: unknown
  output_index?: unknown
}

export function createFinding(
  rule: RuleId,
  severity: Severity,
  message: string,
  place: FindingPlace,
): Diagnostic {
  const finding: Diagnostic = { rule, severity, message, count: 1 }
  for (const field of ['sequence_number', 'output_index'] as const) {
    const number = place[field]
    if (typeof number === 'number') finding[field] = number
  }
  return finding
}

/** Tells of a finding, and throws where that is asked for. */
export function tell({ strict, onDiagnostic }: DiagnosticsOptions, finding: Diagnostic): void {
  const { rule, severity, message, sequence_number } = finding
  onDiagnostic?.(finding)
  if (strict && severity === 'error')
    throw new ProtocolError(rule, message, { sequenceNumber: sequence_number })
}
