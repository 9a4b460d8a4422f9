import type { ParseRule } from '../events/parse-rule.js'
import type { SSERule } from '../sse/framing-rule.js'
import { type FoldRule, foldSeverity, type Severity } from './fold-rule.js'

/** What opening the body of an answer can show. */
export type BodyRule = 'content-type' | 'non-streamed'

/** The id of a rule, in kebab-case. The accumulator and the checker have one set of them; see `RULES`. */
export type RuleId = SSERule | ParseRule | BodyRule | FoldRule

const beforeTheFold = {
  'invalid-utf8': 'error',
  'sse-bom': 'warning',
  'sse-carriage-return': 'warning',
  'sse-empty-data': 'warning',
  'sse-id-field': 'warning',
  'sse-multi-line-data': 'warning',
  'sse-retry-field': 'warning',
  'sse-unknown-field': 'warning',
  'sse-unterminated-final-event': 'warning',
  'content-type': 'error',
  'non-streamed': 'error',
  'invalid-json': 'error',
  'truncated-json': 'warning',
  'not-an-object': 'error',
  'type-missing': 'error',
  'event-name-mismatch': 'error',
  'response-unwrapped': 'error',
  'error-unwrapped': 'warning',
  'vendor-alias': 'warning',
  'unknown-event': 'info',
} as const satisfies Record<SSERule | ParseRule | BodyRule, Severity>

export function severityOf(rule: RuleId): Severity {
  return rule in beforeTheFold
    ? beforeTheFold[rule as keyof typeof beforeTheFold]
    : foldSeverity(rule as FoldRule)
}
