export interface Heartbeat {
  /** Something real was written: silence starts again. */
  wrote(): void
  stop(): void
}

/** Calls `beat` after each `interval` ms of silence; 0 = never. */
export function createHeartbeat(interval: number, beat: () => void): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function wrote(): void {
    clearTimeout(timer)
    if (interval > 0 && !stopped) timer = setTimeout(fire, interval)
  }

  function fire(): void {
    beat()
    wrote()
  }

  wrote()
  function stop(): void {
    stopped = true
    clearTimeout(timer)
  }

  return { wrote, stop }
}
