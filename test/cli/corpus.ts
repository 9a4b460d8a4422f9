import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(
  process.env.MILLRACE_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus'),
  'streams',
)

/** Recorded streams, as paths; none where there are none. */
export function recordings(): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}
