/**
 * Paired rounds in one process: every round runs each contestant once, in turn from both ends, so that
 * what else the machine does hits all of them alike; a ratio is the median of the ratios of the rounds.
 * Time is CPU time of the process, which another process cannot take.
 *
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => unknown} run one pass; may return a promise
 * @property {number} [rounds] takes part in that many of the rounds only: for those that take seconds
 * @property {number} [passes] passes a round: for those that take less than the clock can tell
 * @property {(result: any) => void} [verify] throws when the result of a pass is wrong
 */

/**
 * @param {Contestant[]} contestants
 * @param {{ rounds: number, warmUps?: number }} options
 * @returns {Promise<Comparison>}
 */
export async function compare(contestants, { rounds, warmUps = 2 }) {
  /** CPU time in µs by round. @type {Map<string, (number | undefined)[]>} */
  const times = new Map(contestants.map(({ name }) => [name, []]))
  for (const contestant of contestants) {
    contestant.verify?.(await contestant.run())
    if (contestant.rounds !== undefined) continue
    for (let i = 1; i < warmUps * (contestant.passes ?? 1); i++) await contestant.run()
  }
  for (let round = 0; round < rounds; round++) {
    const turn = round % 2 === 0 ? contestants : contestants.toReversed()
    for (const contestant of turn) {
      if (takesPart(round, rounds, contestant.rounds))
        times.get(contestant.name)[round] = await cpuOf(contestant)
    }
  }
  return new Comparison(times)
}

/** Those that take part in a few rounds do so evenly, the last one included. */
function takesPart(round, all, few = all) {
  return Math.floor(((round + 1) * few) / all) > Math.floor((round * few) / all)
}

/** @param {Contestant} contestant */
async function cpuOf({ run, passes = 1, verify }) {
  // Nobody pays for the garbage of the one before. Not a full collection: it drops the hidden classes of
  // which no object lives, and with them the optimised code, so that every round would begin cold.
  globalThis.gc?.({ type: 'minor' })
  let result
  const before = process.cpuUsage()
  for (let i = 0; i < passes; i++) {
    result = run()
    if (result instanceof Promise) result = await result
  }
  const { user, system } = process.cpuUsage(before)
  verify?.(result)
  return (user + system) / passes
}

class Comparison {
  #times

  /** @param {Map<string, (number | undefined)[]>} times */
  constructor(times) {
    this.#times = times
  }

  /** CPU time of one pass in µs, the median of the rounds. @param {string} name */
  cpu(name) {
    return median(this.#of(name).filter((time) => time !== undefined))
  }

  /** How many times the CPU time of `other` the contestant takes. */
  ratio(name, other) {
    return median(this.#ratios(name, other))
  }

  /** Half of the rounds lie within these: the quartiles of the ratio. */
  spread(name, other) {
    const ratios = this.#ratios(name, other)
    return [quantile(ratios, 0.25), quantile(ratios, 0.75)]
  }

  #ratios(name, other) {
    const others = this.#of(other)
    return this.#of(name)
      .map((time, round) => time / others[round])
      .filter((ratio) => !Number.isNaN(ratio))
  }

  #of(name) {
    const times = this.#times.get(name)
    if (times === undefined) throw new Error(`Nothing was measured for ${name}.`)
    return times
  }
}

/** @param {number[]} values */
export function median(values) {
  return quantile(values, 0.5)
}

/** Between two values it is the mean of them. @param {number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}
