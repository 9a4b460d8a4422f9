import { hintFor } from '../explain/hints.js'
import { type Block, block } from './block.js'
import { type Fields, fieldsOf, textOf } from './fields.js'

/** What there is to say about a response that did not complete; undefined for one that did. */
export function outcomeBlock(response: unknown): Block | undefined {
  const fields = fieldsOf(response)
  return outcomes[textOf(fields.status)]?.(fields)
}

const outcomes: Record<string, (response: Fields) => Block> = {
  failed({ error }) {
    const { message, code } = fieldsOf(error)
    return standing(`The response failed: ${describeError(message, code)}`, hintFor(textOf(code)))
  },
  incomplete({ incomplete_details, output_text }) {
    const reason = textOf(fieldsOf(incomplete_details).reason)
    const hint = reasonHints[reason]
    const printed = textOf(output_text) === '' ? '' : ' What came is printed.'
    return standing(
      `The response is incomplete: ${reason || 'the server gave no reason'}.`,
      hint && hint + printed,
    )
  },
  cancelled: () => standing('The response was cancelled.'),
  queued: notFinished,
  in_progress: notFinished,
}

function notFinished({ status, id }: Fields): Block {
  return standing(`The response ${textOf(id)} is not finished: ${textOf(status)}.`)
}

const reasonHints: Record<string, string> = {
  max_output_tokens: 'It reached the limit of output tokens, which reasoning uses up too.',
  content_filter: 'The content filter stopped it.',
}

/** `message (code)`, or whichever of the two there is. */
export function describeError(message: unknown, code: unknown): string {
  const text = textOf(message)
  const name = textOf(code)
  if (text === '') return name || 'the server did not say why.'
  return name === '' || text.includes(name) ? text : `${text} (${name})`
}

function standing(title: string, hint?: string): Block {
  return { ...block(title, hint === undefined ? [] : [hint]), stands: 'out' }
}
