export interface Heartbeat {
  /** Something real was written: silence starts again. */
  wrote(): void
  stop(): void
}

/** Calls `beat` after each `interval` ms of silence, with one timer that is moved only when it fires. */
export function createHeartbeat(interval: number, beat: () => void): Heartbeat {
  let last = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  function fire(): void {
    if (Date.now() - last >= interval) {
      last = Date.now()
      beat()
    }
    arm()
  }

  function arm(): void {
    timer = setTimeout(fire, Math.max(1, last + interval - Date.now()))
  }

  if (interval > 0) arm()
  return {
    wrote() {
      last = Date.now()
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
