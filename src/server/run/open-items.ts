import type { RunEvent } from './run-event.js'

/** A content part, summary part or shell command that has begun and is not done. */
export interface OpenPart {
  kind: 'content' | 'summary' | 'command'
  index: number
  /** Types of the events that it has had. */
  seen: Set<string>
}

/** An output item that has been added and is not done. */
export interface OpenItem {
  outputIndex: number
  /** Types of the events that it has had, those of its parts not included. */
  seen: Set<string>
  parts: Map<string, OpenPart>
}

/** Which items and parts of a response are open, told from its events. */
export interface OpenItems {
  track(event: RunEvent): void
  get(outputIndex: number): OpenItem | undefined
  /** In the order in which they were added. */
  all(): OpenItem[]
  /** One above the highest index so far. */
  readonly nextIndex: number
}

const partBegins = new Set([
  'response.content_part.added',
  'response.reasoning_summary_part.added',
  'response.shell_call_command.added',
])
const partEnds = new Set([
  'response.content_part.done',
  'response.reasoning_summary_part.done',
  'response.shell_call_command.done',
])

export function createOpenItems(): OpenItems {
  const items = new Map<number, OpenItem>()
  let nextIndex = 0

  function track(event: RunEvent): void {
    if (!('output_index' in event) || typeof event.output_index !== 'number') return
    const outputIndex = event.output_index
    if (event.type === 'response.output_item.added') {
      nextIndex = Math.max(nextIndex, outputIndex + 1)
      items.set(outputIndex, { outputIndex, seen: new Set(), parts: new Map() })
    } else if (event.type === 'response.output_item.done') {
      nextIndex = Math.max(nextIndex, outputIndex + 1)
      items.delete(outputIndex)
    } else {
      const item = items.get(outputIndex)
      if (item !== undefined) trackInside(item, event)
    }
  }

  return {
    track,
    get: (outputIndex) => items.get(outputIndex),
    all: () => [...items.values()],
    get nextIndex() {
      return nextIndex
    },
  }
}

function trackInside(item: OpenItem, event: RunEvent): void {
  const type: string = event.type
  const place = partOf(event)
  if (place === undefined) {
    item.seen.add(type)
    return
  }
  const key = `${place.kind} ${place.index}`
  if (partEnds.has(type)) item.parts.delete(key)
  else if (partBegins.has(type)) item.parts.set(key, { ...place, seen: new Set() })
  else item.parts.get(key)?.seen.add(type)
}

function partOf(event: RunEvent): Pick<OpenPart, 'kind' | 'index'> | undefined {
  if ('content_index' in event && typeof event.content_index === 'number')
    return { kind: 'content', index: event.content_index }
  if ('summary_index' in event && typeof event.summary_index === 'number')
    return { kind: 'summary', index: event.summary_index }
  if ('command_index' in event && typeof event.command_index === 'number')
    return { kind: 'command', index: event.command_index }
  return undefined
}
