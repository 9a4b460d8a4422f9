import * as fc from 'fast-check'
import { newId } from '../../../src/server/ids.js'
import type { ResponseWriter } from '../../../src/server/writer/response-writer.js'

/** One move of a random backend: which kind of thing it does, to which of the things that it has, with which text. */
interface Move {
  kind: number
  pick: number
  text: string
}

type ScriptEnd = 'complete' | 'length' | 'content_filter' | 'fail' | 'throw' | 'return'

export interface RandomScript {
  moves: Move[]
  end: ScriptEnd
}

export const randomScript: fc.Arbitrary<RandomScript> = fc.record({
  moves: fc.array(
    fc.record({ kind: fc.nat(), pick: fc.nat(), text: fc.string({ unit: 'grapheme', maxLength: 12 }) }),
    { maxLength: 40 },
  ),
  end: fc.constantFrom<ScriptEnd>('complete', 'length', 'content_filter', 'fail', 'throw', 'return'),
})

type Action = (text: string) => unknown

/** Opens something; what can be done with it then is added to the actions. */
const openers: ((writer: ResponseWriter, actions: Action[]) => void)[] = [
  (writer, actions) => {
    const message = writer.message()
    actions.push(
      (text) => message.text(text),
      (text) => message.text(text, { logprobs: text === '' ? [] : [{ token: text, logprob: -1 }] }),
      (text) => message.refusal(text),
      (text) =>
        message.annotate({
          type: 'url_citation',
          url: `https://example.com/${encodeURIComponent(text)}`,
          title: text,
          start_index: 0,
          end_index: 0,
        }),
      () => message.endPart(),
      () => message.done(),
    )
  },
  (writer, actions) => {
    const reasoning = writer.reasoning()
    actions.push(
      (text) => reasoning.summary(text),
      (text) => reasoning.text(text),
      () => reasoning.endPart(),
      (text) => reasoning.done({ encrypted_content: text }),
    )
  },
  (writer, actions) => {
    const call = writer.functionCall({ name: 'f' })
    actions.push(
      (text) => call.arguments(text),
      () => call.done(),
    )
  },
  (writer, actions) => {
    const call = writer.customToolCall({ name: 'c', namespace: 'n' })
    actions.push(
      (text) => call.input(text),
      () => call.done(),
    )
  },
  (writer, actions) => {
    const search = writer.webSearch()
    actions.push(
      () => search.searching(),
      (text) => search.done({ action: { type: 'search', query: text } }),
      () => search.fail(),
    )
  },
  (writer, actions) => {
    const search = writer.fileSearch()
    actions.push(
      () => search.searching(),
      (text) => search.done({ queries: [text], results: [] }),
      () => search.fail(),
    )
  },
  (writer, actions) => {
    const code = writer.codeInterpreter()
    actions.push(
      (text) => code.code(text),
      () => code.interpreting(),
      (text) => code.done({ outputs: [{ type: 'logs', logs: text }] }),
      () => code.fail(),
    )
  },
  (writer, actions) => {
    const image = writer.imageGeneration()
    actions.push(
      (text) => image.partialImage(btoa(encodeURIComponent(text))),
      () => image.done({ result: 'AAAA' }),
      () => image.fail(),
    )
  },
  (writer, actions) => {
    const list = writer.mcpListTools({ server_label: 's' })
    actions.push(
      (text) => list.done({ tools: [{ name: text, input_schema: {} }] }),
      (text) => list.fail(text),
    )
  },
  (writer, actions) => {
    const call = writer.mcpCall({ server_label: 's', name: 't' })
    actions.push(
      (text) => call.arguments(text),
      (text) => call.done({ output: text }),
      (text) => call.fail(text),
    )
  },
  (writer) =>
    void writer.item({ type: 'mcp_approval_request', server_label: 's', name: 't', arguments: '{}' }),
  (writer) =>
    void writer.item({
      type: 'shell_call_output',
      call_id: newId('call'),
      status: 'completed',
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    }),
  (writer) =>
    void writer.item({
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [
        {
          type: 'output_text',
          text: 'whole',
          annotations: [{ type: 'file_path', file_id: 'file_1', index: 0 }],
        },
        { type: 'refusal', refusal: 'no' },
      ],
    }),
  (writer) =>
    void writer.item({
      type: 'reasoning',
      summary: [
        { type: 'summary_text', text: 'a' },
        { type: 'summary_text', text: 'b' },
      ],
      encrypted_content: 'x',
    }),
]

/** Plays a script. Moves on something that is done already throw, and are skipped. */
export async function playScript(writer: ResponseWriter, { moves, end }: RandomScript): Promise<void> {
  const actions: Action[] = []
  for (const { kind, pick, text } of moves) {
    const action = kind % 3 === 0 ? undefined : actions[pick % actions.length]
    if (action === undefined) openers[pick % openers.length]?.(writer, actions)
    else await attempt(() => action(text))
  }
  if (end === 'throw') throw new Error('boom')
  if (end === 'complete')
    await writer.complete({ usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } })
  else if (end === 'fail') await writer.fail(new Error('boom'))
  else if (end !== 'return') await writer.finish(end)
}

async function attempt(action: () => unknown): Promise<void> {
  try {
    await action()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'item_closed')) throw error
  }
}
