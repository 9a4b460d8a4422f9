import { finalText } from '../adapters/ai-sdk.mjs'
import { openai6, openai7 } from '../adapters/openai.mjs'
import { readOnly } from '../adapters/floor.mjs'
import * as millrace from '../adapters/millrace.mjs'
import { assertSame, hash } from '../lib/checksum.mjs'
import { compare } from '../lib/measure.mjs'
import { perEvent, ratioRow } from '../lib/row.mjs'
import { createWorkload } from '../lib/workload.mjs'
import { w1 } from '../workloads/w1.mjs'

/** `stream()` to the final response. */
export async function measure({ quick }) {
  const workload = createWorkload(w1())
  return [
    ...(await rowsOf('16 KiB', 16_384, workload, quick, { 'openai 7': 12, 'openai 6': 6, 'AI SDK 6': 30 })),
    ...(await rowsOf('1 event', 'event', workload, quick, { 'openai 7': 5 })),
  ]
}

async function rowsOf(chunkName, size, workload, quick, goals) {
  const chunks = workload.chunks(size)
  const { text } = workload.events.findLast((event) => event.type === 'response.output_text.done')
  const expected = { hash: hash(text), length: text.length }
  const check = (name, found) => assertSame(name, { hash: hash(found), length: found.length }, expected)
  const verifyResponse = (name) => (response) => {
    assertSame(name, response.status, 'completed')
    check(name, response.output_text)
  }
  const slow = quick ? 2 : 7
  const contestants = [
    { name: 'millrace', run: () => millrace.finalResponse(chunks), verify: verifyResponse('millrace') },
    {
      name: 'millrace, for await',
      run: () => millrace.readToFinal(chunks),
      verify: verifyResponse('millrace'),
    },
    {
      name: 'openai 7',
      run: () => openai7.finalResponse(chunks),
      verify: verifyResponse('openai 7'),
      rounds: slow,
    },
    {
      name: 'openai 6',
      run: () => openai6.finalResponse(chunks),
      verify: verifyResponse('openai 6'),
      rounds: slow,
    },
    { name: 'body read', run: () => readOnly(chunks) },
  ]
  if ('AI SDK 6' in goals || !quick) {
    const verify = (result) => {
      assertSame('AI SDK 6', result.finishReason, 'stop')
      check('AI SDK 6', result.text)
    }
    contestants.push({ name: 'AI SDK 6', run: () => finalText(chunks), verify, rounds: slow })
  }
  const measured = await compare(contestants, { rounds: quick ? 9 : 25, warmUps: 5 })
  const each = (name) => perEvent(measured.cpu(name), workload.events.length)
  const peers = contestants.map(({ name }) => name).filter((name) => !/^millrace|^body/.test(name))
  return [
    ...peers.map((peer) =>
      ratioRow({
        what: `stream() to the final response, W1, ${chunkName} a chunk: faster than ${peer}`,
        ratio: measured.ratio(peer, 'millrace'),
        atLeast: goals[peer],
        ours: each('millrace'),
        theirs: each(peer),
      }),
    ),
    ratioRow({
      what: '… every event read with for await, against finalResponse() alone',
      ratio: measured.ratio('millrace, for await', 'millrace'),
      ours: each('millrace, for await'),
      theirs: each('millrace'),
    }),
    ratioRow({
      what: '… in units of reading the body alone',
      ratio: measured.ratio('millrace', 'body read'),
      ours: each('millrace'),
      theirs: each('body read'),
    }),
  ]
}
