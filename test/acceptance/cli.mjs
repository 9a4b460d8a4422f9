// The command `millrace` as a process of its own, from the sources: nothing has to be built before.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
await runnerImport(`${root}/src/cli/main.ts`, { configFile: false, root, logLevel: 'silent' })
