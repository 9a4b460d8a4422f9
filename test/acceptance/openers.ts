import type { WireEvent } from '../server/support.js'

/** What must come between the opener and the end of a part, by its type. */
const partEnds: Record<string, string> = {
  output_text: 'response.output_text.done',
  refusal: 'response.refusal.done',
  reasoning_text: 'response.reasoning_text.done',
  summary_text: 'response.reasoning_summary_text.done',
}

/** What an item must have besides its own opener and end, whatever becomes of it, by its type. */
const itemEnds: Record<string, string[]> = {
  function_call: ['response.function_call_arguments.done'],
  custom_tool_call: ['response.custom_tool_call_input.done'],
  mcp_call: ['response.mcp_call.in_progress', 'response.mcp_call_arguments.done'],
  mcp_list_tools: ['response.mcp_list_tools.in_progress'],
  web_search_call: ['response.web_search_call.in_progress'],
  file_search_call: ['response.file_search_call.in_progress'],
  code_interpreter_call: [
    'response.code_interpreter_call.in_progress',
    'response.code_interpreter_call_code.done',
  ],
  image_generation_call: ['response.image_generation_call.in_progress'],
}

const opens = [
  'response.output_item.added',
  'response.content_part.added',
  'response.reasoning_summary_part.added',
]
const terminal = ['response.completed', 'response.incomplete', 'response.failed']
const tellsOfEnd = (type: string): boolean => type.endsWith('.done')

/** Which events a stream lacks, or has where or as often as it must not. A stream of ours gives nothing. */
export function lacking(events: readonly WireEvent[]): string[] {
  return [...ofLifecycle(events.map(({ type }) => type)), ...placesOf(events).flatMap(ofPlace)]
}

function ofLifecycle(types: readonly string[]): string[] {
  const waited = types[1] === 'response.queued'
  const expected = ['response.created', ...(waited ? ['response.queued'] : [])]
  // A run that is cancelled while it waits never was in progress.
  if (!waited || types.length > 3) expected.push('response.in_progress')
  const ends = types.filter((type) => terminal.includes(type))
  const problems: string[] = []
  if (expected.some((type, index) => types[index] !== type))
    problems.push(`begins with ${types.slice(0, 3).join()}`)
  for (const type of expected) if (count(types, type) !== 1) problems.push(`${count(types, type)} ${type}`)
  if (ends.length !== 1 || types.at(-1) !== ends[0]) problems.push(`ends with ${ends.join()}`)
  return problems
}

/** The events of one item, part or summary part, with its name. */
type Place = [name: string, events: WireEvent[]]

function placesOf(events: readonly WireEvent[]): Place[] {
  const places = new Map<string, WireEvent[]>()
  for (const event of events) {
    const name = ['output_index', 'content_index', 'summary_index']
      .flatMap((key) => (key in event ? [`${key} ${String(Reflect.get(event, key))}`] : []))
      .join(' ')
    if (name !== '') places.set(name, [...(places.get(name) ?? []), event])
  }
  return [...places]
}

function ofPlace([name, events]: Place): string[] {
  const types = events.map(({ type }): string => type)
  const [opener = '', end = ''] = [types[0], types.at(-1)]
  const problems: string[] = []
  if (!opens.includes(opener)) problems.push(`${name} has no opener: ${opener}`)
  if (end !== opener.replace(/added$/, 'done')) problems.push(`${name} has no end: ${end}`)
  const must = [opener, end, ...requiredOf(events[0])]
  const deltas = types.filter((type) => type.endsWith('.delta')).map((type) => type.replace(/delta$/, 'done'))
  for (const type of new Set([...must, ...deltas]))
    if (count(types, type) !== 1) problems.push(`${name} has ${count(types, type)} ${type}`)
  const last = types.findLastIndex((type) => type.endsWith('.delta'))
  const done = types.findIndex(tellsOfEnd)
  if (done < last) problems.push(`${name} goes on after ${types[done]}`)
  return problems
}

function requiredOf(opener: WireEvent | undefined): string[] {
  const type = (key: string): string => String(Reflect.get(Object(Reflect.get(Object(opener), key)), 'type'))
  return [...(itemEnds[type('item')] ?? []), partEnds[type('part')] ?? []].flat()
}

const count = (types: readonly string[], type: string): number => types.filter((each) => each === type).length
