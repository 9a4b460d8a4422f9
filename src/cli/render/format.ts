/** `0.4s`, `12s`, `2m 05s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10_000) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)}s`
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 60) return `${seconds}s`
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`
}

/** `1 event`, `1,200 events`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** `800 bytes`, `49 kB`, `1.2 MB`; decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Lines of a tool's output: as many as a person wants to scroll past, and how many there are besides. */
export function excerpt(text: string, limit = 20): string[] {
  const lines = splitLines(text)
  if (lines.length <= limit) return lines
  return [...lines.slice(0, limit), `… ${counted(lines.length - limit, 'more line')} (--json shows all)`]
}

/** Lines without the empty one that a final newline would leave. */
export function splitLines(text: string): string[] {
  if (text === '') return []
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}
