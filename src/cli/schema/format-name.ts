import { basename } from 'node:path'

/** What the API allows. */
const longest = 64

/** The name of a schema: its title, or that of its file without the endings. */
export function formatName(title: unknown, path: string): string {
  const file = basename(path).replace(/(\.schema)?\.json$/i, '')
  const names = [typeof title === 'string' ? title : '', file].map(cleaned)
  return names.find((name) => name !== '') ?? 'output'
}

function cleaned(name: string): string {
  const ascii = name.normalize('NFD').replace(/\p{Mark}/gu, '')
  return ascii
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longest)
}
