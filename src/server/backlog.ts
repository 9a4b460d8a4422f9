/** In UTF-16 units; above it the writer is asked to wait. */
const enough = 16 * 1024

/** What is written and not yet taken. */
export interface Backlog {
  add(text: string): void
  /** All of it, and those who wait for room go on. */
  take(): string
  /** Resolves when there is room again; undefined when there is room now. */
  room(): Promise<void> | undefined
  readonly empty: boolean
}

/**
 * @param stallTimeout in ms: how long somebody may wait for room before `onStall` is called; 0 means
 * for ever.
 */
export function createBacklog(stallTimeout: number, onStall: () => void): Backlog {
  const waiting: (() => void)[] = []
  let pieces: string[] = []
  let length = 0
  let stall: ReturnType<typeof setTimeout> | undefined

  return {
    add(text) {
      pieces.push(text)
      length += text.length
    },
    take() {
      const text = pieces.join('')
      pieces = []
      length = 0
      clearTimeout(stall)
      stall = undefined
      for (const resolve of waiting.splice(0)) resolve()
      return text
    },
    room() {
      if (length < enough) return undefined
      if (stallTimeout > 0) stall ??= setTimeout(onStall, stallTimeout)
      return new Promise((resolve) => waiting.push(resolve))
    },
    get empty() {
      return pieces.length === 0
    },
  }
}
