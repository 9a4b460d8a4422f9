import { expect, test } from 'vitest'
import { isAnnotation, isDeltaEvent, isKnownEvent } from '../../src/events/predicates.js'
import { parseEvent, DONE } from '../../src/events/parse.js'

test('a delta event carries a piece of one string', () => {
  const deltas = ['response.output_text.delta', 'response.reasoning.delta', 'response.audio.delta']
  const others = [
    'response.output_text.done',
    'response.shell_call_output_content.delta',
    'acme.delta',
    'constructor',
  ]
  expect(deltas.map((type) => isDeltaEvent({ type }))).toEqual([true, true, true])
  expect(others.map((type) => isDeltaEvent({ type }))).toEqual([false, false, false, false])
})

test('an event is known when its type is in the catalogue', () => {
  const known = ['keepalive', 'acme:thing', '__proto__'].map((type) => {
    const event = parseEvent({ data: JSON.stringify({ type }) })
    return event !== undefined && event !== DONE && isKnownEvent(event)
  })
  expect(known).toEqual([true, false, false])
})

test('an annotation is an object with a type, of any kind', () => {
  const annotations = [{ type: 'url_citation', url: 'https://a.test' }, { type: 'kind_of_tomorrow' }]
  const others = [null, undefined, 'url_citation', {}, { type: 1 }]
  expect(annotations.map(isAnnotation)).toEqual([true, true])
  expect(others.map(isAnnotation)).toEqual([false, false, false, false, false])
})
