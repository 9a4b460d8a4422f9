import { describe, expect, it } from 'vitest'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import type { UnknownEvent } from '../../src/events/unknown.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { functionTool, textFormat } from '../../src/structured/index.js'
import { corpusFiles, dataOf, readCorpus } from '../corpus.js'

const anything = { type: 'object' }
const text = { format: textFormat(anything, 'anything', { strict: false }) }

interface Recorded {
  calls: string[]
  names: string[]
  texts: string[]
}

/** The arguments and texts of the items as they were when each was done. */
function recorded(bytes: Uint8Array): Recorded {
  const all: Recorded = { calls: [], names: [], texts: [] }
  for (const data of dataOf(bytes)) {
    const event = JSON.parse(data) as ResponseStreamEvent | UnknownEvent
    if (event.type !== 'response.output_item.done') continue
    if (event.item.type === 'function_call') {
      all.calls.push(event.item.arguments)
      all.names.push(event.item.name)
    }
    if (event.item.type !== 'message') continue
    for (const part of event.item.content) if (part.type === 'output_text') all.texts.push(part.text)
  }
  return all
}

function isJSON(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}

const streams = corpusFiles.map(([name, path]): [string, Uint8Array, Recorded] => {
  const bytes = readCorpus(path)
  return [name, bytes, recorded(bytes)]
})

describe.runIf(streams.length > 0)('recorded calls', () => {
  it.each(streams.filter(([, , { calls }]) => calls.length > 0))(
    '%s: have the arguments that JSON.parse gives',
    async (_name, bytes, { calls, names }) => {
      const tools = names.map((name) => functionTool({ name, parameters: anything, strict: false }))
      const final = await ResponseStream.from(bytes, { tools }).finalResponse()
      const parsed = final.output.flatMap((item) =>
        item.type === 'function_call' ? [item.parsed_arguments] : [],
      )
      if (final.status === 'completed') expect(parsed).toEqual(calls.map((json): unknown => JSON.parse(json)))
    },
  )
})

describe.runIf(streams.length > 0)('recorded texts that are JSON', () => {
  it.each(streams.filter(([, , { texts }]) => texts.some((json) => json.startsWith('{') && isJSON(json))))(
    '%s: have the value that JSON.parse gives, and grow to it',
    async (_name, bytes, { texts }) => {
      const stream = ResponseStream.from(bytes, { text })
      let last: unknown
      for await (const partial of stream.partialStream()) last = partial
      const values = (await stream.finalResponse()).output.flatMap((item) =>
        item.type === 'message'
          ? item.content.flatMap((part) =>
              part.type === 'output_text' && 'parsed' in part ? [part.parsed] : [],
            )
          : [],
      )
      const expected = texts.filter(isJSON).map((json): unknown => JSON.parse(json))
      expect(values).toEqual(expected)
      expect(last).toEqual(expected.at(-1))
    },
  )
})
