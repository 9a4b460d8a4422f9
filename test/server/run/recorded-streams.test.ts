import { describe, expect, test } from 'vitest'
import { scriptBackend } from '../../../src/server/backends/script.js'
import { corpusFiles, readCorpus } from '../../corpus.js'
import { eventsOf, parseAll, post, testServer, typesOf, type WireEvent } from '../support.js'

// The recordings are not part of the project; where they are not, this is skipped.
describe.skipIf(corpusFiles.length === 0)('a backend that yields what a real server once sent', () => {
  test.each(corpusFiles)('%s', async (_name, path) => {
    const recorded = parseAll(new TextDecoder().decode(readCorpus(path)))
    const server = testServer(scriptBackend(recorded))
    const events = await eventsOf(await post(server, { model: 'm-test', input: 'Hi', stream: true }))
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
    expect(typesOf(events).slice(0, 2)).toEqual(['response.created', 'response.in_progress'])
    expect(events.filter(isTerminal)).toHaveLength(1)
    expect(typesOf(events).at(-1)).toBe(typesOf(recorded).findLast((type) => terminal.has(type)))
    // There and back once more: some recordings have -0, which JSON.stringify does not write.
    expect(outputOf(events.at(-1))).toEqual(JSON.parse(JSON.stringify(expectedOutput(recorded))))
  })
})

const terminal = new Set(['response.completed', 'response.incomplete', 'response.failed'])
const isTerminal = (event: WireEvent): boolean => terminal.has(event.type)

function outputOf(event: WireEvent | undefined): unknown {
  return event !== undefined && 'response' in event
    ? Reflect.get(Object(event.response), 'output')
    : undefined
}

/** The terminal output, or, where a server left it empty, the items that it had streamed. */
function expectedOutput(recorded: readonly WireEvent[]): unknown {
  const told = outputOf(recorded.findLast(isTerminal))
  if (Array.isArray(told) && told.length > 0) return told
  return recorded.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []))
}
