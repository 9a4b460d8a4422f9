/** A signal that counts the listeners on it. `live` must be 0 when nothing is under way any more. */
export interface CountedSignal {
  controller: AbortController
  signal: AbortSignal
  live(): number
  /** The most there ever were at once. */
  peak(): number
}

export function countedSignal(): CountedSignal {
  const controller = new AbortController()
  const { signal } = controller
  const listeners = new Set<unknown>()
  let peak = 0
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    listeners.add(listener)
    peak = Math.max(peak, listeners.size)
    add(type, listener, options)
  }
  signal.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(listener)
    remove(type, listener)
  }
  return { controller, signal, live: () => listeners.size, peak: () => peak }
}
