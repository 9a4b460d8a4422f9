/** How long a terminal event may follow an `error` event before the error is the outcome, in ms. */
const errorGrace = 250

/**
 * Bounds how long a stream waits once an `error` event has come: `wait` gives false when the time is
 * up. Only waiting counts, so a reader that takes its time misses nothing.
 */
export function createErrorGrace(): { wait(work: Promise<boolean>): Promise<boolean> } {
  let left = errorGrace
  return {
    wait(work) {
      const from = Date.now()
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve(false), left)
        const done = (): void => {
          clearTimeout(timer)
          left = Math.max(0, left - (Date.now() - from))
        }
        work.finally(done).then(resolve, reject)
      })
    },
  }
}
