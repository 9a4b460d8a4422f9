import { HTTPError } from './http-error.js'
import type { Run } from './run/run.js'
import { failedBy } from './run/terminal-response.js'

/** The runs that are going on, so that a server that closes can end each of them properly. */
export interface LiveRuns {
  /** Throws a 503 once the server is closing. */
  requireOpen(): void
  add(run: Run): void
  /** Ends all with `server_shutdown`, and takes no more. */
  close(): Promise<void>
}

const shutdown = {
  status: 503,
  message: 'The server is shutting down.',
  code: 'server_shutdown',
}

export function createLiveRuns(): LiveRuns {
  const runs = new Set<Run>()
  let closing = false
  return {
    requireOpen() {
      if (closing) throw new HTTPError(shutdown)
    },
    add(run) {
      runs.add(run)
      const forget = (): void => void runs.delete(run)
      run.result.then(forget, forget)
    },
    async close() {
      closing = true
      const ending = [...runs]
      for (const run of ending) run.stop(new HTTPError(shutdown), failedBy(shutdown))
      await Promise.allSettled(ending.map((run) => run.result))
    },
  }
}
