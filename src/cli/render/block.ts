/** A few lines about one thing, to be read together. */
export interface Block {
  readonly lines: readonly string[]
  /** Not dimmed: part of the answer, or something to act on. */
  readonly stands?: 'out'
}

/** A title, and below it, indented, what belongs to it. */
export function block(title: string, body: readonly string[] = []): Block {
  return { lines: [title, ...indent(body)] }
}

export function indent(lines: readonly string[], by = '  '): string[] {
  return lines.map((line) => (line === '' ? line : by + line))
}

/** `title: detail`, or the title alone. */
export function titled(title: string, detail: string): string {
  return detail === '' ? title : `${title}: ${detail}`
}
