import type { Severity } from './fold-rule.js'
import { type RuleId, severityOf } from './severities.js'

/** What breaking a rule means, in a line. */
const descriptions = {
  'invalid-utf8': 'The bytes are not UTF-8; what is broken became U+FFFD.',
  'sse-bom': 'The stream begins with a byte order mark.',
  'sse-carriage-return': 'Lines end in CR or CRLF.',
  'sse-empty-data': 'An event has no data; it is not dispatched.',
  'sse-id-field': 'An event has an id field, which some official clients do not survive.',
  'sse-multi-line-data': 'The data of an event is spread over several lines.',
  'sse-retry-field': 'An event has a retry field, which some official clients do not survive.',
  'sse-unknown-field': 'A line has a field name that event streams do not have.',
  'sse-unterminated-final-event': 'The last event was not closed by a blank line.',
  'content-type': 'Events came under another media type than text/event-stream.',
  'non-streamed': 'A whole response came where a stream was asked for.',
  'invalid-json': 'The data of an event is not JSON.',
  'truncated-json': 'The stream ended inside the data of its last event.',
  'not-an-object': 'The data of an event is no JSON object; it is skipped.',
  'type-missing': 'An event has no type; the event line gave it one.',
  'event-name-mismatch': 'The event line and the type differ; the type counts.',
  'response-unwrapped': 'The response came in place of the event that should carry it.',
  'error-unwrapped': 'An error came in place of the event that should carry it.',
  'vendor-alias': 'An event has the name that some vendor gives it.',
  'unknown-event': 'The catalogue does not know the type of an event; it is passed on.',

  'field-invalid': 'A field that is needed is missing or of the wrong type; what it stood for is left out.',
  'field-null': 'A field that is needed is null; it counts as empty.',
  'sequence-missing': 'An event has no sequence_number.',
  'sequence-gap': 'Numbers are missing before the sequence_number of an event.',
  'sequence-not-increasing': 'A sequence_number is not greater than the one before it.',
  'created-not-first': 'Another event came before response.created.',
  'created-missing': 'The stream ended without response.created.',
  'event-after-terminal': 'An event came after the terminal one; it is left out.',
  'multiple-terminal-events': 'A second terminal event came; the first counts.',

  'output-index-missing':
    'An event has no output_index; its item_id or the only open item told where it belongs.',
  'ambiguous-item': 'An event may belong to several items.',
  'item-not-added': 'An event is about an item that was never added; it was made where that was possible.',
  'duplicate-added': 'A response, item, part or command was opened again, or after events that needed it.',
  'item-conflict': 'Two items claim one output_index; the first one stays.',
  'item-id-changed': 'An item changed its id; the first id stays until the terminal response.',
  'item-type-mismatch': 'An event does not fit the type of its item; it is left out.',
  'item-type-changed': 'An item was finished as another type than it was added.',
  'content-part-missing': 'An event is about a content part that was never added; it was made.',
  'summary-part-missing': 'An event is about a summary part that was never added; it was made.',
  'command-part-missing': 'An event is about a command that was never added; it was made.',
  'content-index-invalid': 'A content_index is missing, leaves a gap, or names no part.',
  'summary-index-invalid': 'A summary_index is missing, leaves a gap, or names no part.',
  'command-index-invalid': 'A command_index is missing, leaves a gap, or names no command.',
  'part-type-mismatch': 'An event brings another sort of text than its part has.',
  'annotation-index-invalid': 'An annotation_index is missing or leaves a gap; the annotation was appended.',

  'delta-after-done': 'A delta or part came after the end of what it belongs to.',
  'delta-done-mismatch':
    'A finished value is not what its deltas joined to; the value counts, unless it is empty.',
  'late-value': 'A finished value came after one from a higher source; it is left out.',
  'text-replaced': 'A text that was streamed was replaced, not continued.',

  'response-id-changed': 'The response changed its id; the first id stays until the terminal response.',
  'status-mismatch': 'A terminal response has a status that is not terminal; the event says how it ended.',
  'snapshot-reset': 'The server sent the response so far; it replaced what had been folded.',
  'terminal-output-empty': 'The terminal output is empty although items were streamed; it is taken as sent.',
  'output-restored': 'The terminal output is empty although items were streamed; they are kept.',
  'terminal-order-mismatch': 'The terminal output has another order than the indexes; it counts.',
  'terminal-output-mismatch': 'The terminal output has other items than were streamed; it counts.',
  'usage-shape': 'usage is not an object with three counts; it is kept as sent.',
} as const satisfies Record<RuleId, string>

/** Every rule there is: how bad a breach of it is, and what it means. */
export const RULES: Readonly<Record<RuleId, { severity: Severity; description: string }>> = tabulate()

function tabulate(): Record<RuleId, { severity: Severity; description: string }> {
  const rows = Object.entries(descriptions).map(([rule, description]) => {
    return [rule, { severity: severityOf(rule as RuleId), description }] as const
  })
  return Object.fromEntries(rows) as Record<RuleId, { severity: Severity; description: string }>
}
