import { argumentLines } from '../arguments.js'
import { block, titled } from '../block.js'
import { fieldsOf, listOf, textOf } from '../fields.js'
import { excerpt } from '../format.js'
import { callId, type ItemView, toolName } from '../item-view.js'

export const functionCall: ItemView = {
  activity: (item) => `calling ${toolName(item)}`,
  block: (item) => block(`Tool call: ${toolName(item)}${callId(item)}`, argumentLines(item.arguments)),
}

export const customToolCall: ItemView = {
  activity: functionCall.activity,
  block: (item) => block(`Tool call: ${toolName(item)}${callId(item)}`, argumentLines(item.input)),
}

/** The output of a function or a custom tool: text, or a list of content parts. */
export const callOutput: ItemView = {
  activity: () => 'reading a tool output',
  block(item) {
    const parts = listOf(item.output).map(
      (part) => textOf(fieldsOf(part).text) || `[${textOf(fieldsOf(part).type)}]`,
    )
    const text = textOf(item.output) || parts.join('\n')
    return block(`Tool output${callId(item)}`, excerpt(text))
  },
}

export const computerCall: ItemView = {
  activity: () => 'using a computer',
  block(item) {
    const actions = listOf(item.actions).length > 0 ? listOf(item.actions) : [item.action]
    const checks = listOf(item.pending_safety_checks).map(
      (check) => `Safety check: ${textOf(fieldsOf(check).message)}`,
    )
    return block(`Computer${callId(item)}`, [...actions.map(computerAction), ...checks])
  },
}

function computerAction(action: unknown): string {
  const { type, ...details } = fieldsOf(action)
  const shown = Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [textOf(type) || 'no action', ...shown].join(' ')
}

export const computerOutput: ItemView = {
  activity: () => 'reading a screenshot',
  block(item) {
    const { file_id, image_url } = fieldsOf(item.output)
    const link = textOf(image_url).startsWith('data:') ? '' : textOf(image_url)
    return block(titled('Screenshot', textOf(file_id) || link))
  },
}
