import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProtocolError } from '../../src/errors/stream-error.js'
import { catalogue } from '../../src/events/catalogue.js'
import { accumulate } from '../../src/snapshot/accumulate.js'
import { readCheckpoint } from '../../src/snapshot/checkpoint.js'
import { createDiagnostics } from '../../src/snapshot/diagnostics.js'
import { createDraft } from '../../src/snapshot/draft.js'
import type { SnapshotState } from '../../src/snapshot/state.js'
import { deepFreeze, loose, stored } from './fold.js'

// Known types with whatever in their fields: small values that meet each other often, and any JSON.

const oddities = fc.constantFrom<unknown>(null, 0, 1, -1, 0.5, '', 'a', true, [], {}, [null], [{}], ['x'])
const any = fc.oneof({ weight: 3, arbitrary: oddities }, { weight: 1, arbitrary: fc.jsonValue() })
const text = fc.constantFrom('', 'a', 'ab', 'abc', 'b')
const textOrAny = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: any })
const index = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<unknown>(0, 1, 2, 5) },
  { weight: 1, arbitrary: any },
)
const optional = { requiredKeys: [] }

function partly<T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fc.record(fields, optional) }, { weight: 1, arbitrary: any })
}

const part = partly({
  type: fc.constantFrom('output_text', 'refusal', 'reasoning_text', 'summary_text', 'other'),
  text: textOrAny,
  refusal: textOrAny,
  annotations: any,
  logprobs: any,
})
const parts = fc.oneof(fc.array(part, { maxLength: 3 }), any)
const itemTypes = [
  'message',
  'reasoning',
  'function_call',
  'mcp_call',
  'custom_tool_call',
  'code_interpreter_call',
  'shell_call',
  'shell_call_output',
  'apply_patch_call',
  'web_search_call',
  'image_generation_call',
  'constructor',
  '__proto__',
]
const item = partly({
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<unknown>(...itemTypes) },
    { weight: 1, arbitrary: any },
  ),
  id: fc.oneof(fc.constantFrom<unknown>('i0', 'i1', 'i2', ''), any),
  content: parts,
  summary: parts,
  arguments: textOrAny,
  input: textOrAny,
  code: textOrAny,
  status: any,
  call_id: any,
  operation: partly({ diff: textOrAny }),
  action: partly({ commands: fc.oneof(fc.array(textOrAny), any) }),
  output: fc.oneof(fc.array(partly({ stdout: textOrAny, stderr: textOrAny })), any),
})
const response = partly({
  id: fc.oneof(fc.constantFrom<unknown>('resp_1', 'resp_2'), any),
  status: fc.oneof(fc.constantFrom<unknown>('completed', 'failed', 'in_progress'), any),
  output: fc.oneof(fc.array(item, { maxLength: 4 }), any),
  error: any,
  usage: any,
})
const terminal = Object.entries(catalogue).flatMap(([type, role]) => (role === 'terminal' ? [type] : []))
const others = Object.keys(catalogue).filter((type) => !terminal.includes(type))
const event = fc.record(
  {
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...others) },
      { weight: 1, arbitrary: fc.constantFrom(...terminal, 'constructor') },
    ),
    sequence_number: index,
    output_index: index,
    content_index: index,
    summary_index: index,
    command_index: index,
    annotation_index: index,
    item_id: fc.oneof(fc.constantFrom<unknown>('i0', 'i1', 'i2'), any),
    delta: fc.oneof(textOrAny, partly({ stdout: textOrAny, stderr: textOrAny })),
    text: textOrAny,
    refusal: textOrAny,
    arguments: textOrAny,
    input: textOrAny,
    code: textOrAny,
    diff: textOrAny,
    command: textOrAny,
    output: any,
    part,
    item,
    response,
    annotation: any,
    logprobs: any,
    error: any,
    message: any,
    name: any,
    partial_image_b64: any,
  },
  { requiredKeys: ['type'] },
)
const events = fc.array(event, { maxLength: 25 }).map((list) => deepFreeze(list).map(loose))

/** True when the event was refused, which is all that may happen besides folding it. */
function isRefused(apply: () => void): boolean {
  try {
    apply()
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError)
    return true
  }
}

test('whatever an event holds, it is folded or refused with a ProtocolError, in both modes', () => {
  fc.assert(
    fc.property(events, fc.boolean(), (list, strict) => {
      const draft = createDraft({ diagnostics: createDiagnostics({ strict }), freeze: true })
      for (const one of list) {
        const refused = isRefused(() => void draft.apply(one))
        draft.textAt(one.sequence_number, one.sequence_number)
        draft.argumentsAt(one.sequence_number)
        if (refused && strict) break
      }
      draft.read()
    }),
  )
})

test('reading in between, or folding with the pure function, makes no difference', () => {
  fc.assert(
    fc.property(events, fc.boolean(), (list, readEach) => {
      const draft = createDraft({ diagnostics: createDiagnostics(), freeze: true })
      let state: SnapshotState | undefined
      for (const one of list) {
        const refused = isRefused(() => void draft.apply(one))
        if (readEach) draft.read()
        expect(isRefused(() => void (state = deepFreeze(accumulate(state, one))))).toBe(refused)
      }
      if (state !== undefined) expect(stored(draft.state())).toEqual(stored(state))
    }),
  )
})

test('any state is a checkpoint that can be read, and no text in it says undefined', () => {
  fc.assert(
    fc.property(events, (list) => {
      const draft = createDraft({ diagnostics: createDiagnostics() })
      for (const one of list) isRefused(() => void draft.apply(one))
      const json = JSON.stringify({
        version: 1,
        response_id: 'resp_1',
        sequence_number: 0,
        state: draft.state(),
      })
      expect(readCheckpoint(json).state).toEqual(JSON.parse(json).state)
      expect(json).not.toContain('undefined')
    }),
  )
})
