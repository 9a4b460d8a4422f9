import { createRequire } from 'node:module'

/** Whether `better-sqlite3` is compiled: `npm run test:sqlite` does it. */
export const hasSqlite: boolean = works()

function works(): boolean {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => {
      close(): void
    }
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}
