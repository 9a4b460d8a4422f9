import * as aiSDK from '../adapters/ai-sdk.mjs'
import * as jsonriver from '../adapters/jsonriver.mjs'
import * as millrace from '../adapters/millrace.mjs'
import * as openai from '../adapters/openai-partial-json.mjs'
import * as partialJSON from '../adapters/partial-json.mjs'
import * as streamparser from '../adapters/streamparser-json.mjs'
import { assertSame } from '../lib/checksum.mjs'
import { compare } from '../lib/measure.mjs'
import { figure, ratioRow } from '../lib/row.mjs'
import { w6Deltas, w6Object } from '../workloads/w6.mjs'

const peers = {
  jsonriver: jsonriver.partialValues,
  '@streamparser/json': streamparser.partialValues,
  'AI SDK parsePartialJson': aiSDK.partialValues,
  "openai's own": openai.partialValues,
  'partial-json': partialJSON.partialValues,
}

/** W6: 30 KB of JSON in 2,000 deltas, a partial value after each. */
export async function measure({ quick }) {
  const deltas = w6Deltas()
  const expected = w6Object()
  const contestant = (name, run, rounds) => ({
    name,
    rounds,
    run: () => run(deltas),
    verify: (value) => assertSame(name, value, expected),
  })
  const measured = await compare(
    [
      contestant('millrace', millrace.partialValues),
      ...Object.entries(peers).map(([name, run]) =>
        // Those that parse everything again take half a second.
        contestant(name, run, /^AI|^openai|^partial/.test(name) ? 2 : undefined),
      ),
    ],
    { rounds: quick ? 15 : 35, warmUps: 10 },
  )
  const ms = (name) => `${figure(measured.cpu(name) / 1000)} ms`
  const ours = measured.cpu('millrace') / 1000
  return [
    {
      what: 'W6, a partial value after each of 2,000 deltas',
      goal: '≤ 5 ms',
      measured: `${figure(ours)} ms`,
      met: ours <= 5,
      ours: ms('millrace'),
    },
    ...Object.keys(peers).map((name) =>
      ratioRow({
        what: `… faster than ${name}`,
        ratio: measured.ratio(name, 'millrace'),
        ours: ms('millrace'),
        theirs: ms(name),
      }),
    ),
  ]
}
