/** Those who wait for a foreground run. When the last of them has left, nobody needs it any more. */
export interface Audience {
  /** Returns how to leave: having seen output one cannot come back to it, so then there is nothing to wait for. */
  join(): (sawOutput: boolean) => void
  /** Nobody can come back any more. */
  close(): void
  /** The run is over. */
  disband(): void
}

/** @param grace in ms: how long somebody who saw no output may take to come back. */
export function createAudience(grace: number, onDeserted: () => void): Audience {
  let size = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  let closed = false

  function leave(sawOutput: boolean): void {
    size -= 1
    if (size > 0 || over) return
    if (sawOutput || closed || grace === 0) onDeserted()
    else timer = setTimeout(onDeserted, grace)
  }

  return {
    join() {
      size += 1
      clearTimeout(timer)
      let left = false
      return (sawOutput) => {
        if (left) return
        left = true
        leave(sawOutput)
      }
    },
    close() {
      closed = true
      if (size > 0 || over) return
      clearTimeout(timer)
      onDeserted()
    },
    disband() {
      over = true
      clearTimeout(timer)
    },
  }
}
