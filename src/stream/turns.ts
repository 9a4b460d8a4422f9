/** Runs what is asked for one after the other, in the order it was asked for. */
export interface Turns {
  /** Something is running or waits. */
  readonly busy: boolean
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  let last: Promise<unknown> | undefined
  return {
    get busy() {
      return last !== undefined
    },
    take(work) {
      const turn = last === undefined ? work() : last.then(work, work)
      last = turn
      const over = (): void => {
        if (last === turn) last = undefined
      }
      turn.then(over, over)
      return turn
    },
  }
}
