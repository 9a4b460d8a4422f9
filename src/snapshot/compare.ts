import { type Fold, report } from './fold.js'
import { isObject, type JsonObject } from './json.js'

/** The fields that are streamed strings, or hold some. */
const streamed = ['text', 'refusal', 'arguments', 'input', 'code', 'diff', 'stdout', 'stderr']
const holders = ['content', 'summary', 'action', 'commands', 'operation', 'output']
const fields = [...streamed, ...holders]

/** Every streamed string in an item or in an element of it, by where it is. */
function stringsIn(value: unknown, name = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]]
  const parts = Array.isArray(value)
    ? Object.entries(value)
    : isObject(value)
      ? fields.map((field) => [field, value[field]] as const)
      : []
  return parts.flatMap(([key, part]) => stringsIn(part, `${name}.${key}`))
}

/** The streamed strings in a value, joined. */
export function textIn(value: unknown): string {
  return stringsIn(value)
    .map(([, text]) => text)
    .join('')
}

/** Reports where a finished value is not what its deltas joined to. */
export function noteMismatch(fold: Fold, before: unknown, sent: unknown, output_index: unknown): void {
  const finished = new Map(stringsIn(sent))
  for (const [name, text] of stringsIn(before)) {
    const now = finished.get(name) ?? ''
    if (text === '' || text === now) continue
    let at = 0
    while (at < now.length && text[at] === now[at]) at++
    report(fold, 'delta-done-mismatch', `from offset ${at}`, output_index)
  }
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
