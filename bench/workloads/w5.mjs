import { w1 } from './w1.mjs'

/** W5: W1 at growing lengths, to see how time and memory grow. */
export const w5Sizes = [50_000, 100_000, 200_000]

/** @param {number} deltas */
export function w5(deltas) {
  return w1(deltas)
}
