/** Lets so many jobs work at a time; the others wait, first come, first served. */
export interface RunQueue {
  /**
   * Calls the job when its turn has come, at once if it may; its place is free when its promise settles.
   * False when the queue is closed.
   */
  add(job: () => Promise<unknown>): boolean
  /** Those that wait are forgotten, and no others are taken. */
  close(): void
}

export function createRunQueue(limit: number): RunQueue {
  const waiting: (() => Promise<unknown>)[] = []
  let working = 0
  let closed = false

  function next(): void {
    while (working < limit) {
      const job = waiting.shift()
      if (job === undefined) return
      working += 1
      job().then(leave, leave)
    }
  }

  function leave(): void {
    working -= 1
    next()
  }

  return {
    add(job) {
      if (closed) return false
      waiting.push(job)
      next()
      return true
    },
    close() {
      closed = true
      waiting.length = 0
    },
  }
}
