import { expect, it } from 'vitest'
import { outputText } from '../../src/snapshot/output-text.js'

const text = (value: unknown): object => ({ type: 'output_text', text: value })

it('joins the text parts of all messages, and nothing else', () => {
  expect(
    outputText([
      { type: 'reasoning', content: [text('thought')] },
      { type: 'message', content: [text('Hi'), { type: 'refusal', refusal: 'no' }, text(' there')] },
      { type: 'message', content: [text('!')] },
    ]),
  ).toBe('Hi there!')
})

it('takes what is left out, null or of another type as empty', () => {
  expect(
    outputText([
      null,
      'text',
      { type: 'message' },
      { type: 'message', content: [null, text(undefined), text(5)] },
    ]),
  ).toBe('')
})
