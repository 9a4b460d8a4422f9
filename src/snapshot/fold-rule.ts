import type { ListName } from './state.js'

/** `error`: a breach, on which `strict` throws. `warning`: odd, but seen in good streams. `info`: a fact. */
export type Severity = 'error' | 'warning' | 'info'

/** What the events of a stream can show, one after the other. */
export type FoldRule =
  | 'field-invalid'
  | 'field-null'
  | 'sequence-missing'
  | 'sequence-gap'
  | 'sequence-not-increasing'
  | 'created-not-first'
  | 'created-missing'
  | 'event-after-terminal'
  | 'multiple-terminal-events'
  | 'output-index-missing'
  | 'ambiguous-item'
  | 'item-not-added'
  | 'duplicate-added'
  | 'item-conflict'
  | 'item-id-changed'
  | 'item-type-mismatch'
  | 'item-type-changed'
  | `${ListName}-part-missing`
  | `${ListName}-index-invalid`
  | 'part-type-mismatch'
  | 'annotation-index-invalid'
  | 'delta-after-done'
  | 'delta-done-mismatch'
  | 'late-value'
  | 'text-replaced'
  | 'response-id-changed'
  | 'status-mismatch'
  | 'snapshot-reset'
  | 'terminal-output-empty'
  | 'output-restored'
  | 'terminal-order-mismatch'
  | 'terminal-output-mismatch'
  | 'usage-shape'

const warnings: readonly FoldRule[] = [
  'field-null',
  'sequence-missing',
  'sequence-gap',
  'duplicate-added',
  'text-replaced',
  'terminal-output-empty',
  'output-restored',
  'terminal-order-mismatch',
  'terminal-output-mismatch',
  'usage-shape',
]

/**
 * How bad a finding of the fold is. The table of all rules, with what each means, is apart: a bundle
 * with nothing but the fold does without it.
 */
export function foldSeverity(rule: FoldRule): Severity {
  if (warnings.includes(rule)) return 'warning'
  return rule === 'snapshot-reset' ? 'info' : 'error'
}
