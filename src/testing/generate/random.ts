/** A source of choices that the same seed repeats exactly, on every machine. */
export interface Random {
  /** An integer from 0 up to, not including, `below`. */
  integer(below: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** Some words, with everything that has ever broken a decoder among them. Never empty. */
  text(): string
  /** The text cut into one to five non-empty pieces, never inside a character. */
  pieces(text: string): string[]
  /** Letters and digits, as in ids and ciphertext. */
  token(length: number): string
}

const words = [
  'stream',
  'wheel',
  'Mühle',
  '世界',
  '🌍',
  '👩‍👩‍👧',
  '“quoted”',
  'line\nbreak',
  'a\u2028b',
  'tab\t',
  'data: x',
  '\\"',
  '0',
  '½',
] as const
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function createRandom(seed: number): Random {
  let state = seed >>> 0

  // Mulberry32: 32 bits of state are plenty for test data, and it is the same in every language.
  function unit(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const integer = (below: number): number => Math.floor(unit() * below)

  function pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[integer(choices.length)] ?? choices[0]
  }

  return {
    integer,
    chance: (probability) => unit() < probability,
    pick,
    text: () => Array.from({ length: 1 + integer(12) }, () => pick(words)).join(' '),
    pieces(text) {
      const characters = [...text]
      const count = 1 + integer(Math.min(5, characters.length))
      const bounds = Array.from({ length: count - 1 }, () => 1 + integer(characters.length - 1)).sort(
        (a, b) => a - b,
      )
      const cuts = [0, ...bounds, characters.length]
      return cuts
        .slice(1)
        .map((end, index) => characters.slice(cuts[index], end).join(''))
        .filter((piece) => piece !== '')
    },
    token: (length) => Array.from({ length }, () => letters.charAt(integer(letters.length))).join(''),
  }
}
