import { type Fold, report } from './fold.js'
import { isObject, type JsonObject, textOf } from './json.js'

/** The fields that are streamed strings, or hold some. */
const streamed = ['text', 'refusal', 'arguments', 'input', 'code', 'diff', 'stdout', 'stderr']
const holders = ['content', 'summary', 'action', 'commands', 'operation', 'output']
const fields = [...streamed, ...holders]

/** Visits every streamed string in an item or in an element of it, with what stands in its place in `other`. */
function visitStrings(value: unknown, other: unknown, visit: (text: string, other: unknown) => void): void {
  if (typeof value === 'string') return visit(value, other)
  if (Array.isArray(value)) {
    const others: unknown[] = Array.isArray(other) ? other : []
    value.forEach((part, at) => visitStrings(part, others[at], visit))
  } else if (isObject(value)) {
    for (const field of fields)
      if (field in value) visitStrings(value[field], isObject(other) ? other[field] : undefined, visit)
  }
}

/** The streamed strings in a value, joined. */
export function textIn(value: unknown): string {
  let joined = ''
  visitStrings(value, undefined, (text) => (joined += text))
  return joined
}

/** Reports where a finished value is not what its deltas joined to. */
export function noteMismatch(fold: Fold, before: unknown, sent: unknown, output_index: unknown): void {
  visitStrings(before, sent, (text, finished) => {
    const now = textOf(finished)
    if (text === '' || text === now) return
    let at = 0
    while (at < now.length && text[at] === now[at]) at++
    report(fold, 'delta-done-mismatch', `from offset ${at}`, output_index)
  })
}

/** Reports a text of the answer that now is another one: a longer one with the same beginning is not. */
export function noteReplaced(
  fold: Fold,
  before: unknown,
  after: unknown,
  output_index: number,
  content_index: number,
): void {
  if (!isObject(before) || before.type !== 'output_text') return
  const [was, text] = [textIn(before), textIn(after)]
  if (text.startsWith(was)) return
  const replaced = { output_index, content_index, previous_length: was.length, text }
  fold.effect = { ...fold.effect, textReplaced: [...(fold.effect?.textReplaced ?? []), replaced] }
  report(fold, 'text-replaced', `part ${content_index}`, output_index)
}

/** The same for all texts of an item. */
export function noteReplacedTexts(fold: Fold, index: number, before: JsonObject, after: JsonObject): void {
  if (before.type !== 'message' || !Array.isArray(before.content)) return
  const now: unknown[] = Array.isArray(after.content) ? after.content : []
  before.content.forEach((part, at) => noteReplaced(fold, part, now[at], index, at))
}
