import { linkAbort } from './link-abort.js'

/** Timers hold 31 bits; a longer delay would fire at once. In ms. */
export const longestDelay = 2 ** 31 - 1

/** Waits for `delay` ms. Rejects with the signal's reason as soon as it aborts; leaves no timer and no listener. */
export function pause(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      unlink()
      resolve()
    }, delay)
    const unlink = linkAbort(signal, (reason) => {
      clearTimeout(timer)
      reject(reason)
    })
  })
}
