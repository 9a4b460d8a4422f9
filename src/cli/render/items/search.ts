import { argumentLines } from '../arguments.js'
import { block, titled } from '../block.js'
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from '../fields.js'
import { counted } from '../format.js'
import { callId, type ItemView } from '../item-view.js'

const webActions: Record<string, (action: Fields) => string> = {
  search: (action) => titled('Web search', quoted(queriesOf(action))),
  open_page: (action) => titled('Opened page', textOf(action.url)),
  find_in_page: (action) => `Looked for "${textOf(action.pattern)}" in ${textOf(action.url)}`,
}

export const webSearch: ItemView = {
  activity: () => 'searching the web',
  block(item) {
    const action = fieldsOf(item.action)
    const title = webActions[textOf(action.type)]?.(action) ?? 'Web search'
    const sources = listOf(action.sources).length
    return block(title, sources === 0 ? [] : [counted(sources, 'source')])
  },
}

function queriesOf(action: Fields): string[] {
  const queries = textsOf(action.queries)
  return queries.length > 0 ? queries : [textOf(action.query)].filter(Boolean)
}

export const fileSearch: ItemView = {
  activity: () => 'searching files',
  block: (item) =>
    block(titled('File search', quoted(textsOf(item.queries))), listOf(item.results).map(fileResult)),
}

function fileResult(result: unknown): string {
  const { filename, file_id, score } = fieldsOf(result)
  const name = textOf(filename) || textOf(file_id) || 'unnamed file'
  const relevance = numberOf(score)
  return relevance === undefined ? name : `${name} (${relevance.toFixed(2)})`
}

/** What is asked has no fixed form: the server's own search takes paths or queries, yours what you declared. */
export const toolSearch: ItemView = {
  activity: () => 'looking for tools',
  block(item) {
    const { queries, paths } = fieldsOf(item.arguments)
    const asked = [...textsOf(queries), ...textsOf(paths)]
    if (asked.length === 0) return block(`Tool search${callId(item)}`, argumentLines(item.arguments))
    return block(`Tool search: ${quoted(asked)}${callId(item)}`)
  },
}

export const toolSearchOutput: ItemView = {
  activity: () => 'loading tools',
  block: (item) => block(titled('Tools found', toolNames(item.tools) || 'none')),
}

export const additionalTools: ItemView = {
  activity: () => 'loading tools',
  block: (item) => block(titled('Tools added', toolNames(item.tools) || 'none')),
}

/** Names of tools; one without a name goes by its type. */
export function toolNames(tools: unknown): string {
  const names = listOf(tools).map((tool) => textOf(fieldsOf(tool).name) || textOf(fieldsOf(tool).type))
  return names.filter(Boolean).join(', ')
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ')
}
