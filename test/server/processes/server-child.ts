// A server of its own process on a shared file, for the tests of kill -9.
import type Sqlite from 'better-sqlite3'
import { createRequire } from 'node:module'
import { demoBackend } from '../../../src/server/backends/demo.js'
import { createResponsesServer } from '../../../src/server/responses-server.js'
import { serve } from '../../../src/server/serve.js'
import { sqliteStore } from '../../../src/store/sqlite.js'

const [root = '', file = '', pace = '0'] = process.argv.slice(2)
const Database = createRequire(root)('better-sqlite3') as typeof Sqlite

const { url } = await serve(
  createResponsesServer({
    backend: demoBackend({ pace: Number(pace) }),
    store: sqliteStore(new Database(file), { pollInterval: 10 }),
    background: { lease: 500 },
  }),
)
process.stdout.write(`${url}\n`)
