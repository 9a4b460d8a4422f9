import { argumentLines } from '../arguments.js'
import { block } from '../block.js'
import { textOf } from '../fields.js'
import { callId, type ItemView } from '../item-view.js'

/** A tool that xAI runs on its servers; what it was given comes as JSON in one of three fields. */
export function xaiTool(title: string, activity: string): ItemView {
  return {
    activity: () => activity,
    block(item) {
      const given = textOf(item.arguments) || textOf(item.input) || (item.action ?? '')
      const name = textOf(item.name)
      return block(`${title}${name === '' ? '' : ` with ${name}`}${callId(item)}`, argumentLines(given))
    },
  }
}
