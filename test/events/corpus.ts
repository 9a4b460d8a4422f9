import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(
  process.env.MILLRACE_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus'),
  'streams',
)

/** Names of the recorded streams; none where there are none. */
export const recordings: readonly string[] = existsSync(folder) ? readdirSync(folder) : []

/** The payloads of one recording, as JSON gives them. */
export function payloadsOf(recording: string): Record<string, unknown>[] {
  return readFileSync(join(folder, recording), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('data:') && !line.includes('[DONE]'))
    .map((line) => JSON.parse(line.slice(5)))
}
