import { describe, expect, test } from 'vitest'
import { openPartial } from '../../src/structured/partial-value.js'
import { corpusFiles, payloadsOf } from '../corpus.js'

/** The deltas and the final text of whatever is JSON in a recorded stream, by where it stands. */
function jsonTexts(path: string): { deltas: string[]; text: string }[] {
  const deltas = new Map<string, string[]>()
  const texts: { deltas: string[]; text: string }[] = []
  for (const event of payloadsOf(path)) {
    const place = `${String(event['output_index'])} ${String(event['content_index'])}`
    if (typeof event['delta'] === 'string') {
      if (!/(?:output_text|function_call_arguments)\.delta$/.test(String(event['type']))) continue
      deltas.set(place, [...(deltas.get(place) ?? []), event['delta']])
    } else {
      const text = event['arguments'] ?? event['text']
      if (typeof text !== 'string' || !/^[{[]/.test(text) || !isJSON(text)) continue
      const pieces = deltas.get(place)
      if (pieces !== undefined) texts.push({ deltas: pieces, text })
    }
  }
  return texts
}

function isJSON(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe.skipIf(corpusFiles.length === 0)('of recorded streams', () => {
  test('the last partial value is the final one, and some are JSON', () => {
    const texts = corpusFiles.flatMap(([, path]) => jsonTexts(path))
    for (const { deltas, text } of texts) {
      const partial = openPartial()
      for (const delta of deltas) partial.push(delta)
      expect(partial.value).toEqual(JSON.parse(text))
    }
    expect(texts.length).toBeGreaterThan(0)
  })
})
