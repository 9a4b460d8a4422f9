/**
 * A string that a regular expression of a JSON Schema matches, or undefined when the expression uses
 * something this does not know. Literals, classes, groups, alternatives and repetitions are known.
 */
export function patternSample(pattern: string): string | undefined {
  const reader: Reader = { pattern, at: 0 }
  try {
    const sample = alternatives(reader)
    return sample !== undefined && reader.at === pattern.length && new RegExp(pattern, 'u').test(sample)
      ? sample
      : undefined
  } catch {
    // Not a regular expression of this language.
    return undefined
  }
}

interface Reader {
  pattern: string
  at: number
}

/** The sample of the first alternative. */
function alternatives(reader: Reader): string | undefined {
  const first = sequence(reader)
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1
    if (sequence(reader) === undefined) return undefined
  }
  return first
}

function sequence(reader: Reader): string | undefined {
  let sample = ''
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? '')) {
    const atom = atomAt(reader)
    if (atom === undefined) return undefined
    sample += atom.repeat(repetition(reader))
  }
  return sample
}

const classes: Record<string, string> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: ' ',
  S: 'a',
  b: '',
  B: '',
  n: '\n',
  t: '\t',
  r: '\r',
}

function atomAt(reader: Reader): string | undefined {
  const char = reader.pattern[reader.at++]
  if (char === '^' || char === '$') return ''
  if (char === '.') return 'a'
  if (char === '[') return classAt(reader)
  if (char === '(') return groupAt(reader)
  if (char !== '\\') return char
  const escaped = reader.pattern[reader.at++]
  return escaped === undefined || /[pPkuxc1-9]/.test(escaped) ? undefined : (classes[escaped] ?? escaped)
}

function groupAt(reader: Reader): string | undefined {
  const marker = /^\?(?::|<\w+>)/.exec(reader.pattern.slice(reader.at))?.[0]
  if (marker !== undefined) reader.at += marker.length
  else if (reader.pattern[reader.at] === '?') return undefined
  const sample = alternatives(reader)
  return reader.pattern[reader.at++] === ')' ? sample : undefined
}

/** Of `[abc]` the first member; of `[^abc]` the first plain character that is none of them. */
function classAt(reader: Reader): string | undefined {
  const end = /(?:[^\]\\]|\\.)*\]/y
  end.lastIndex = reader.at
  const body = end.exec(reader.pattern)?.[0]
  if (body === undefined) return undefined
  reader.at += body.length
  const member = new RegExp(`[${body}`, 'u')
  return [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,:;/@#+!?'].find((char) =>
    member.test(char),
  )
}

/** How often the atom before stands: as seldom as the quantifier allows, but once where it may. */
function repetition(reader: Reader): number {
  const found = /^(?:([*+?])|\{(\d+)(?:,(\d*))?\})\??/.exec(reader.pattern.slice(reader.at))
  if (found === null) return 1
  reader.at += found[0].length
  const [, sign, least] = found
  if (sign !== undefined) return 1
  return Math.max(Number(least), found[3] === undefined || found[3] === '0' ? Number(least) : 1)
}
