import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { upstreamBackend } from '../../../src/server/backends/upstream.js'
import { type SQLiteDatabase, sqliteStore } from '../../../src/store/sqlite.js'
import { scriptedServer } from '../../../src/testing/scripted-server.js'
import { happy, numbered, toSSE } from '../../../src/testing/sequences.js'
import { hasSqlite } from '../../has-sqlite.js'
import { idOf, post, testServer } from '../support.js'

test.skipIf(!hasSqlite)("the upstream's own id outlives the process, in the store", async () => {
  const Database = createRequire(import.meta.url)('better-sqlite3') as new (
    file: string,
  ) => SQLiteDatabase & { close(): void }
  const folder = mkdtempSync(join(tmpdir(), 'millrace-upstream-'))
  const events = numbered(happy()).map((event) =>
    'response' in event ? { ...event, response: { ...event.response, id: 'resp_up', store: true } } : event,
  )
  const upstream = await scriptedServer([{ steps: [toSSE(events)] }, { steps: [toSSE(numbered(happy()))] }])
  const baseURL = `${upstream.url}/v1?key=secret`

  /** One turn, in a server of its own. */
  async function turn(body: object): Promise<unknown> {
    const database = new Database(join(folder, 'responses.db'))
    const server = testServer(upstreamBackend({ baseURL, apiKey: 'sk-secret' }), {
      store: sqliteStore(database),
    })
    const answer: unknown = await (await post(server, { model: 'm', input: 'Hi', ...body })).json()
    const kept = database.prepare('SELECT * FROM millrace_responses').all()
    expect(JSON.stringify(kept)).not.toContain('secret')
    await server.close({ drain: 1000 })
    database.close()
    return answer
  }

  const first = idOf(await turn({}))
  await turn({ previous_response_id: first, input: 'And then?' })
  expect(JSON.parse(upstream.requests[1]?.body ?? '')).toMatchObject({
    previous_response_id: 'resp_up',
    input: 'And then?',
  })
  await upstream.close()
  rmSync(folder, { recursive: true })
})
