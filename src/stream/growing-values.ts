import type { PartialValue, ValueDeclaration } from '../structured/declaration.js'

/** The values of one stream that are still arriving, each at the place of its text. */
export interface GrowingValues {
  /** The value after its text has become `text`; `delta` is what the event brought of it. */
  grow(
    place: string,
    declared: ValueDeclaration<unknown>,
    text: string,
    delta?: string,
  ): PartialValue | undefined
  /** All of the texts, as far as they were seen. */
  texts(): ReadonlySet<string>
  /** Any of the texts may have been replaced. */
  distrust(): void
}

interface Growing {
  value: PartialValue
  declared: ValueDeclaration<unknown>
  /** What of the text it has seen. */
  seen: string
  /** What comes next continues what was seen. */
  trusted: boolean
}

export function createGrowingValues(): GrowingValues {
  const growing = new Map<string, Growing>()

  function open(place: string, declared: ValueDeclaration<unknown>): Growing | undefined {
    const value = declared.openPartial?.()
    if (value === undefined) return undefined
    const opened = { value, declared, seen: '', trusted: true }
    growing.set(place, opened)
    return opened
  }

  return {
    grow(place, declared, text, delta = '') {
      const known = growing.get(place)
      let partial = known?.declared === declared ? known : open(place, declared)
      if (partial === undefined) return undefined
      if (partial.trusted && partial.seen.length + delta.length === text.length) {
        // Almost always; slicing it from the whole would flatten a rope.
        partial.value.push(delta)
      } else if (text !== partial.seen) {
        // A value takes nothing back, so a text that was replaced gets a new one.
        if (!text.startsWith(partial.seen)) partial = open(place, declared) ?? partial
        partial.value.push(text.slice(partial.seen.length))
      }
      partial.seen = text
      partial.trusted = true
      return partial.value
    },
    texts: () => new Set([...growing.values()].map(({ seen }) => seen)),
    distrust() {
      for (const partial of growing.values()) partial.trusted = false
    },
  }
}
