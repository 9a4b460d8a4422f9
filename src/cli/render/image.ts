import { formatBytes } from './format.js'

const signatures: readonly (readonly [format: string, bytes: string])[] = [
  ['PNG', '89504e47'],
  ['JPEG', 'ffd8ff'],
  ['WebP', '52494646'],
  ['GIF', '47494638'],
]

/** `PNG, 1024×768, 49 kB`, as far as the first bytes tell. */
export function describeImage(base64: string): string {
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
  const start = Buffer.from(base64.slice(0, 64), 'base64')
  const format = formatOf(start)
  const size =
    format === 'PNG' && start.length >= 24 ? `${start.readUInt32BE(16)}×${start.readUInt32BE(20)}` : ''
  return [format, size, formatBytes(bytes)].filter(Boolean).join(', ')
}

/** The same for a link to an image: the link itself, unless it carries the bytes. */
export function describeImageURL(url: string): string {
  const base64 = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1]
  return base64 === undefined ? url : describeImage(base64)
}

/** The usual ending of a file with these bytes; `png` where they do not tell. */
export function imageExtension(base64: string): string {
  const format = formatOf(Buffer.from(base64.slice(0, 16), 'base64'))
  return format === 'JPEG' ? 'jpg' : format === '' ? 'png' : format.toLowerCase()
}

function formatOf(start: Buffer): string {
  const hex = start.toString('hex')
  return signatures.find(([, bytes]) => hex.startsWith(bytes))?.[0] ?? ''
}
