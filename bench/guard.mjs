// `npm run bench:guard`: that it stays fast. Counts work, not seconds: our CPU time in units of `JSON.parse` of
// the same payloads in the same process, and how the work grows with the input. The limits are about twice
// today's figures, so that a loaded machine does not fail them and a lost fast path does. What fails is
// measured again with more rounds before it counts. Needs no peers; uses the built package.
// `node bench/guard.mjs twice the items` checks only what is named so.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compare } from './lib/measure.mjs'
import { growthChecks } from './guard/growth.mjs'
import { workChecks } from './guard/work.mjs'

// Collections between the rounds, also without --expose-gc on the command line.
setFlagsFromString('--expose-gc')
globalThis.gc ??= runInNewContext('gc')

/** In turn: what fails with a few rounds is tried again with more. */
const attempts = [5, 15, 31]

async function check({ name, contestants, ratio: [above, below], limit, unit }) {
  let measured = 0
  for (const rounds of attempts) {
    measured = (await compare(contestants(), { rounds, warmUps: 4 })).ratio(above, below)
    if (measured <= limit) break
  }
  const met = measured <= limit
  const line = `${met ? 'ok  ' : 'FAIL'} ${name}: ${measured.toFixed(2)} ${unit}, limit ${limit}`
  if (met) console.log(line)
  else console.error(line)
  return met
}

const wanted = process.argv.slice(2).join(' ')
const checks = [...workChecks, ...growthChecks].filter(({ name }) => name.includes(wanted))
let failed = 0
for (const one of checks) if (!(await check(one))) failed++
if (failed > 0) {
  console.error(
    `\n${failed} of ${checks.length} checks found more work than allowed. Find where it went with ` +
      'bench/profile.mjs; raise a limit only for work that is worth it, and say why beside it.',
  )
  process.exitCode = 1
}
