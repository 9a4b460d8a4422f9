import { fieldsOf, listOf, textOf } from '../fields.js'
import type { ItemView } from '../item-view.js'
import { splitLines } from '../format.js'

/** The text of a message goes to stdout; only a refusal is said beside it. */
export const message: ItemView = {
  activity: () => 'writing',
  block(item) {
    const refusals = listOf(item.content)
      .map((part) => textOf(fieldsOf(part).refusal))
      .filter(Boolean)
    if (refusals.length === 0) return undefined
    return { lines: splitLines(refusalHeading + refusals.join('\n')), stands: 'out' }
  },
}

export const reasoning: ItemView = {
  activity: () => 'thinking',
  block(item) {
    const parts = listOf(item.summary).length > 0 ? item.summary : item.content
    const texts = listOf(parts)
      .map((part) => textOf(fieldsOf(part).text))
      .filter(Boolean)
    return texts.length === 0 ? undefined : { lines: splitLines(thinkingHeading + texts.join('\n\n')) }
  },
}

export const refusalHeading = 'Refusal: '
export const thinkingHeading = 'Thinking:\n'
