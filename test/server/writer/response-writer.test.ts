import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WireResponse } from '../../../src/events/response.js'
import type { Backend } from '../../../src/server/backend.js'
import { createDiagnostics } from '../../../src/snapshot/diagnostics.js'
import { createDraft } from '../../../src/snapshot/draft.js'
import { streamEvents, typesOf, type WireEvent } from '../support.js'
import { playScript, randomScript } from './random-script.js'

/** The events between the opening ones and the terminal one, without numbers. */
async function written(respond: Backend['respond']): Promise<object[]> {
  const events = await streamEvents(respond)
  return events.slice(2, -1).map(({ sequence_number: _number, ...event }) => event)
}

describe('a message', () => {
  test('is opened, streamed and closed in full', async () => {
    const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
    const citation = {
      type: 'url_citation' as const,
      url: 'https://example.com/',
      title: 'Example',
      start_index: 0,
      end_index: 2,
    }
    const events = await written(async ({ writer }) => {
      const message = writer.message({ id: 'msg_1', phase: 'final_answer' })
      await message.text('Hé', { logprobs: [{ token: 'Hé', logprob: -0.5 }] })
      await message.annotate(citation)
      await writer.complete()
    })
    const logprobs = [{ token: 'Hé', logprob: -0.5, bytes: [72, 195, 169], top_logprobs: [] }]
    const part = { type: 'output_text', text: 'Hé', annotations: [citation], logprobs }
    const item = { id: 'msg_1', type: 'message', role: 'assistant', phase: 'final_answer' }
    expect(events).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...item, status: 'in_progress', content: [] },
      },
      {
        type: 'response.content_part.added',
        ...at,
        part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
      },
      { type: 'response.output_text.delta', ...at, delta: 'Hé', logprobs },
      { type: 'response.output_text.annotation.added', ...at, annotation_index: 0, annotation: citation },
      { type: 'response.output_text.done', ...at, text: 'Hé', logprobs },
      { type: 'response.content_part.done', ...at, part },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...item, status: 'completed', content: [part] },
      },
    ])
  })

  test('B087: text and refusal are parts of their own', async () => {
    const events = await written(async ({ writer }) => {
      const message = writer.message()
      await message.text('Well, ')
      await message.refusal('no.')
      await writer.complete()
    })
    expect(events.map((event) => ('type' in event ? event.type : ''))).toEqual([
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.content_part.added',
      'response.refusal.delta',
      'response.refusal.done',
      'response.content_part.done',
      'response.output_item.done',
    ])
  })

  test('without any text it has one empty part', async () => {
    const events = await streamEvents(async ({ writer }) => {
      await writer.message().done()
      await writer.complete()
    })
    expect(typesOf(events).slice(2, -1)).toEqual([
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
    ])
  })
})

test('reasoning has its summary in parts', async () => {
  const events = await streamEvents(async ({ writer }) => {
    const reasoning = writer.reasoning()
    await reasoning.summary('First.')
    await reasoning.endPart()
    await reasoning.summary('Second.')
    await reasoning.done({ encrypted_content: 'secret' })
    await writer.complete()
  })
  expect(typesOf(events).slice(2, -1)).toEqual([
    'response.output_item.added',
    'response.reasoning_summary_part.added',
    'response.reasoning_summary_text.delta',
    'response.reasoning_summary_text.done',
    'response.reasoning_summary_part.done',
    'response.reasoning_summary_part.added',
    'response.reasoning_summary_text.delta',
    'response.reasoning_summary_text.done',
    'response.reasoning_summary_part.done',
    'response.output_item.done',
  ])
  expect(terminalOf(events).output).toEqual([
    {
      id: expect.stringMatching(/^rs_/),
      type: 'reasoning',
      summary: [
        { type: 'summary_text', text: 'First.' },
        { type: 'summary_text', text: 'Second.' },
      ],
      encrypted_content: 'secret',
    },
  ])
})

test('parallel calls are kept apart', async () => {
  const events = await streamEvents(async ({ writer }) => {
    const first = writer.functionCall({ name: 'f', call_id: 'call_1' })
    const second = writer.functionCall({ name: 'g', call_id: 'call_2' })
    await first.arguments('{"x":')
    await second.arguments('{"y":')
    await first.arguments('1}')
    await second.arguments('2}')
    await second.done()
    await writer.complete()
  })
  expect(terminalOf(events).output).toMatchObject([
    { name: 'f', call_id: 'call_1', arguments: '{"x":1}', status: 'completed' },
    { name: 'g', call_id: 'call_2', arguments: '{"y":2}', status: 'completed' },
  ])
  expect(events.find((event) => event.type === 'response.function_call_arguments.done')).toMatchObject({
    name: 'g',
    arguments: '{"y":2}',
  })
})

test('stages of tools that were skipped come with the end', async () => {
  const events = await streamEvents(async ({ writer }) => {
    await writer.webSearch().done({ action: { type: 'search', query: 'q' } })
    await writer.codeInterpreter().done()
    await writer.imageGeneration().done({ result: 'AAAA' })
    await writer.mcpCall({ server_label: 's', name: 't' }).fail('no')
    await writer.complete()
  })
  expect(typesOf(events).slice(2, -1)).toEqual([
    'response.output_item.added',
    'response.web_search_call.in_progress',
    'response.web_search_call.searching',
    'response.web_search_call.completed',
    'response.output_item.done',
    'response.output_item.added',
    'response.code_interpreter_call.in_progress',
    'response.code_interpreter_call_code.done',
    'response.code_interpreter_call.interpreting',
    'response.code_interpreter_call.completed',
    'response.output_item.done',
    'response.output_item.added',
    'response.image_generation_call.in_progress',
    'response.image_generation_call.generating',
    'response.image_generation_call.completed',
    'response.output_item.done',
    'response.output_item.added',
    'response.mcp_call.in_progress',
    'response.mcp_call_arguments.done',
    'response.mcp_call.failed',
    'response.output_item.done',
  ])
  expect(terminalOf(events).output).toMatchObject([
    { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } },
    { type: 'code_interpreter_call', status: 'completed', code: '' },
    { type: 'image_generation_call', status: 'completed', result: 'AAAA' },
    { type: 'mcp_call', status: 'failed', error: 'no' },
  ])
})

test('B094: the finish reason of a chat model decides how the response ends', async () => {
  const ended = async (reason: string): Promise<unknown> => {
    const events = await streamEvents(async ({ writer }) => {
      await writer.message().text('Hi')
      await writer.finish(reason)
    })
    const { status, incomplete_details, output } = terminalOf(events)
    return {
      status,
      incomplete_details,
      items: output?.map((item) => ('status' in item ? item.status : undefined)),
    }
  }
  expect(await ended('stop')).toEqual({ status: 'completed', incomplete_details: null, items: ['completed'] })
  expect(await ended('length')).toEqual({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    items: ['incomplete'],
  })
  expect(await ended('content_filter')).toEqual({
    status: 'incomplete',
    incomplete_details: { reason: 'content_filter' },
    items: ['incomplete'],
  })
})

test('writing to what is done says so', async () => {
  const codes: unknown[] = []
  const note = (error: unknown): void =>
    void codes.push(error instanceof Error && 'code' in error ? error.code : error)
  await streamEvents(async ({ writer }) => {
    const message = writer.message()
    await message.done()
    await message.done()
    await message.text('more').catch(note)
    await writer.complete()
    try {
      writer.message()
    } catch (error) {
      note(error)
    }
    await writer.complete().catch(note)
  })
  expect(codes).toEqual(['item_closed', 'response_ended', 'response_ended'])
})

describe('B132: whatever a backend writes', () => {
  test('is a stream without a finding, that folds to its own terminal response', async () => {
    await fc.assert(
      fc.asyncProperty(randomScript, async (script) => {
        const events = await streamEvents(({ writer }) => playScript(writer, script))
        if (events.length === 0) return
        for (const strict of [false, true]) {
          const diagnostics = createDiagnostics({ strict })
          const draft = createDraft({ diagnostics, freeze: true })
          for (const event of events.slice(0, -1)) draft.apply(event)
          expect(draft.read()?.output).toEqual(terminalOf(events).output)
          draft.apply(events.at(-1) ?? { type: 'keepalive' })
          expect(diagnostics.all).toEqual([])
        }
        expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
        expectWellNested(events)
      }),
    )
  })
})

/** Every opener is followed by its end, and nothing belongs to something that is not open. */
function expectWellNested(events: readonly WireEvent[]): void {
  const open = new Set<string>()
  for (const event of events) {
    if (!('output_index' in event)) continue
    const item = `item ${String(event.output_index)}`
    const place = ['content_index', 'summary_index'].flatMap((key) =>
      key in event ? [`${item} ${key} ${String(Reflect.get(event, key))}`] : [],
    )[0]
    if (event.type === 'response.output_item.added') open.add(item)
    else expect(open).toContain(item)
    if (event.type === 'response.output_item.done') open.delete(item)
    if (place === undefined) continue
    if (event.type.endsWith('part.added')) open.add(place)
    else expect(open).toContain(place)
    if (event.type.endsWith('part.done')) open.delete(place)
  }
  expect([...open]).toEqual([])
}

function terminalOf(events: readonly WireEvent[]): WireResponse {
  const last = events.at(-1)
  if (
    last?.type !== 'response.completed' &&
    last?.type !== 'response.incomplete' &&
    last?.type !== 'response.failed'
  ) {
    throw new TypeError(`The stream ends with ${String(last?.type)}.`)
  }
  return last.response
}
