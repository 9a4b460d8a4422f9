import { block, indent, titled } from '../block.js'
import { fieldsOf, listOf, textOf } from '../fields.js'
import { excerpt, splitLines } from '../format.js'
import { describeImageURL } from '../image.js'
import type { ItemView } from '../item-view.js'

export const codeInterpreter: ItemView = {
  activity: (item) => (item.status === 'interpreting' ? 'running code' : 'writing code'),
  block(item) {
    const outputs = listOf(item.outputs).flatMap(codeOutput)
    const shown = outputs.length > 0 ? ['Output:', ...indent(outputs)] : []
    return block('Code:', [...splitLines(textOf(item.code)), ...shown])
  },
}

function codeOutput(output: unknown): string[] {
  const { type, logs, url } = fieldsOf(output)
  if (type === 'image') return [`Image: ${describeImageURL(textOf(url))}`]
  return excerpt(textOf(logs))
}

export const program: ItemView = {
  activity: () => 'writing a program',
  block: (item) => block('Program:', splitLines(textOf(item.code))),
}

export const programOutput: ItemView = {
  activity: () => 'running a program',
  block: (item) => block('Program output:', excerpt(textOf(item.result))),
}

const patchVerbs: Record<string, string> = {
  create_file: 'create',
  update_file: 'update',
  delete_file: 'delete',
}

export const applyPatch: ItemView = {
  activity: () => 'writing a patch',
  block(item) {
    const { type, path, diff } = fieldsOf(item.operation)
    const verb = patchVerbs[textOf(type)] ?? textOf(type)
    return block(titled('Patch', `${verb} ${textOf(path)}`.trim()), splitLines(textOf(diff)))
  },
}

export const applyPatchOutput: ItemView = {
  activity: () => 'applying a patch',
  block: (item) =>
    block(titled('Patch', item.status === 'failed' ? 'failed' : 'applied'), excerpt(textOf(item.output))),
}
