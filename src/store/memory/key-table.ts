/** An idempotency key in use. */
export interface BoundKey {
  id: string
  hash: string
  expiresAt: number
}

/** The idempotency keys of a memory store. */
export interface KeyTable {
  get(owner: string, key: string): BoundKey | undefined
  bind(owner: string, key: string, bound: BoundKey): void
  /** Forgets the keys that are bound to a response. */
  release(id: string): void
  /** Forgets those that are due, and says how many. */
  expire(now: number): number
}

export function createKeyTable(): KeyTable {
  const keys = new Map<string, BoundKey>()

  function drop(isDue: (bound: BoundKey) => boolean): number {
    const due = [...keys].filter(([, bound]) => isDue(bound))
    for (const [place] of due) keys.delete(place)
    return due.length
  }

  return {
    get: (owner, key) => keys.get(placeOf(owner, key)),
    bind: (owner, key, bound) => void keys.set(placeOf(owner, key), bound),
    release: (id) => void drop((bound) => bound.id === id),
    expire: (now) => drop((bound) => bound.expiresAt <= now),
  }
}

/** No owner and key together read like another owner and another key. */
function placeOf(owner: string, key: string): string {
  return JSON.stringify([owner, key])
}
