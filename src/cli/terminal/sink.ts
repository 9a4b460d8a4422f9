import type { Output } from '../context.js'

export interface Sink {
  /** Writes without waiting: for what a person reads, which is never much. */
  put(text: string): void
  /** Writes, and resolves when there is room for more. */
  write(text: string): Promise<void>
}

/**
 * `write` keeps the pace of the reader: a slow pipe holds back the request behind it. A stream that
 * breaks (`| head -1` is the usual way) is reported once to `onBroken`, and what is written after
 * that goes nowhere. The 'error' listener stays for as long as the process lives: without one, Node
 * turns a late error into a crash.
 */
export function createSink(output: Output, onBroken: (error: Error) => void = () => {}): Sink {
  let broken = false
  output.on('error', (error) => {
    if (broken) return
    broken = true
    onBroken(error)
  })
  const hasRoom = (text: string) => broken || text === '' || output.write(text)
  return {
    put: (text) => void hasRoom(text),
    async write(text) {
      if (!hasRoom(text)) await roomToWrite(output)
    },
  }
}

function roomToWrite(output: Output): Promise<void> {
  const names = ['drain', 'error', 'close']
  return new Promise((resolve) => {
    const settle = () => {
      for (const name of names) output.off(name, settle)
      resolve()
    }
    for (const name of names) output.on(name, settle)
  })
}

/** The reader of the pipe has gone: nothing failed, nobody listens any more. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EOF')
}
