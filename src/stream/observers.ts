/** Listeners by name; `Table` maps each name to what its listeners are called with. */
export interface Observers<Table> {
  /** Anybody listens for anything. */
  readonly listening: boolean
  on<K extends keyof Table>(name: K, listener: (argument: Table[K]) => void): void
  off<K extends keyof Table>(name: K, listener: (argument: Table[K]) => void): void
  /** Whether anybody listened. */
  emit(name: PropertyKey, argument: Table[keyof Table]): boolean
}

/** What a listener throws is thrown to whoever emits. */
export function createObservers<Table>(): Observers<Table> {
  const listeners = new Map<PropertyKey, ((argument: never) => void)[]>()
  return {
    get listening() {
      return listeners.size > 0
    },
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener])
    },
    off(name, listener) {
      const known = listeners.get(name) ?? []
      // One that came twice stays once.
      const at = known.indexOf(listener)
      const rest = known.filter((_, index) => index !== at)
      if (rest.length > 0) listeners.set(name, rest)
      else listeners.delete(name)
    },
    emit(name, argument) {
      const called = listeners.get(name)
      // `on` stored under each name only listeners of its argument.
      called?.forEach((listener) => (listener as (argument: unknown) => void)(argument))
      return called !== undefined
    },
  }
}
