import type { ResponseOutputMessage } from '../../events/items/message.js'
import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { ResponseReasoningItem } from '../../events/items/reasoning.js'
import { newItemId } from '../ids.js'
import type { ItemOutcome } from '../run/closing-item.js'
import type { RunOutput } from '../run/run-output.js'
import { writeCustomToolCall, writeFunctionCall } from './call-writers.js'
import { openItem } from './item-handle.js'
import { writeMessage } from './message-writer.js'
import { writeReasoning } from './reasoning-writer.js'

/** An output item; without an id it is given one. */
export type OutputItemInput = ResponseOutputItem extends infer Item
  ? Item extends unknown
    ? Omit<Item, 'id'> & { id?: string }
    : never
  : never

/** Streams an item that is there in full, with the events that its type has when it grows. */
export async function writeWholeItem(output: RunOutput, input: OutputItemInput): Promise<void> {
  const item: ResponseOutputItem & { id: string } = Object.assign({}, input, {
    id: input.id ?? newItemId(input.type),
  })
  if (item.type === 'message') return wholeMessage(output, item)
  if (item.type === 'reasoning') return wholeReasoning(output, item)
  if (item.type === 'function_call') {
    const call = writeFunctionCall(output, item)
    void call.arguments(item.arguments)
    return call.done()
  }
  if (item.type === 'custom_tool_call') {
    const call = writeCustomToolCall(output, item)
    void call.input(item.input)
    return call.done()
  }
  const beginning = 'status' in item ? Object.assign({}, item, { status: 'in_progress' as const }) : item
  return openItem<ResponseOutputItem>(output, beginning).close(outcomeOf(item), item)
}

function wholeMessage(output: RunOutput, item: ResponseOutputMessage): Promise<void> {
  const message = writeMessage(output, item)
  for (const part of item.content) {
    if (part.type === 'refusal') void message.refusal(part.refusal)
    else void message.text(part.text, { logprobs: part.logprobs ?? [] })
    if (part.type === 'output_text')
      for (const annotation of part.annotations) void message.annotate(annotation)
    void message.endPart()
  }
  return message.done()
}

function wholeReasoning(output: RunOutput, item: ResponseReasoningItem): Promise<void> {
  const reasoning = writeReasoning(output, item)
  for (const part of item.summary) {
    void reasoning.summary(part.text)
    void reasoning.endPart()
  }
  for (const part of item.content ?? []) {
    void reasoning.text(part.text)
    void reasoning.endPart()
  }
  return reasoning.done(
    item.encrypted_content === undefined ? undefined : { encrypted_content: item.encrypted_content },
  )
}

function outcomeOf(item: ResponseOutputItem): ItemOutcome {
  const status = 'status' in item ? item.status : undefined
  return status === 'incomplete' || status === 'failed' ? status : 'completed'
}
