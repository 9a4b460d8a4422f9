/**
 * One line of the table.
 *
 * @typedef {object} Row
 * @property {string} what
 * @property {string} goal for people; empty where a figure is only reported
 * @property {string} measured
 * @property {boolean} [met] absent where a figure is only reported
 * @property {string} ours absolute, with its unit
 * @property {string} [theirs]
 */

/**
 * @param {{ what: string, ratio: number, atMost?: number, atLeast?: number, ours?: string, theirs?: string }} figures
 * @returns {Row}
 */
export function ratioRow({ what, ratio, atMost, atLeast, ours = '', theirs = '' }) {
  const row = { what, goal: '', measured: `${figure(ratio)}×`, ours, theirs }
  if (atMost !== undefined) return { ...row, goal: `≤ ${atMost}×`, met: ratio <= atMost }
  if (atLeast !== undefined) return { ...row, goal: `≥ ${atLeast}×`, met: ratio >= atLeast }
  return row
}

/** Three figures, which is more than any of this is worth. @param {number} value */
export function figure(value) {
  if (!Number.isFinite(value)) return String(value)
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toPrecision(3)
}

/** @param {number} cpu of all events, in µs @param {number} events */
export function perEvent(cpu, events) {
  return `${figure(cpu / events)} µs`
}
