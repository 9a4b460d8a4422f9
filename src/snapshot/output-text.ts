import { isObject, textOf } from './json.js'

/**
 * The text parts of all messages, joined: `output_text`, which no server sends. Ropes are joined as
 * they are, nothing is flattened; what some gateways leave out counts as empty.
 */
export function outputText(output: readonly unknown[]): string {
  let text = ''
  for (const item of output) {
    if (!isObject(item) || item.type !== 'message') continue
    const parts: unknown[] = Array.isArray(item.content) ? item.content : []
    for (const part of parts) if (isObject(part) && part.type === 'output_text') text += textOf(part.text)
  }
  return text
}
