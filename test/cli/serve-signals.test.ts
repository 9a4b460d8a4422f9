import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { created, itemAdded } from '../../src/testing/event-builders.js'
import { scriptedServer, type ScriptedServer } from '../../src/testing/scripted-server.js'
import { numbered, toSSE } from '../../src/testing/sequences.js'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'millrace-signals-'))
/** Begins an answer and never ends it. */
let upstream: ScriptedServer

beforeAll(async () => {
  // It is asked for the version.
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  upstream = await scriptedServer([{ steps: [toSSE(numbered([created(), itemAdded(0)])), { end: 'hang' }] }])
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: 'src/cli/main.ts',
      outDir: join(folder, 'dist/cli'),
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  })
}, 60_000)
afterAll(async () => {
  await upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['SIGINT', 'SIGINT', 130],
  ['SIGTERM', 'SIGTERM', 143],
  ['SIGINT', 'SIGTERM', 143],
] as const)(
  '%s begins to stop, and %s does not wait for what is running',
  async (first, second, code) => {
    const words = ['serve', '--port', '0', '--upstream', `${upstream.url}/v1`]
    const child = spawn(process.execPath, [join(folder, 'dist/cli/main.mjs'), ...words], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    try {
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
      const hears = async (pattern: RegExp): Promise<string> => {
        while (!pattern.test(said)) {
          if (child.exitCode !== null) throw new Error(said)
          await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])
        }
        return pattern.exec(said)?.[1] ?? ''
      }
      const url = await hears(/^Listening on (\S+)$/m)
      const running = await fetch(`${url}/responses`, {
        method: 'POST',
        body: JSON.stringify({ model: 'm', input: 'Hi', stream: true }),
      })
      child.kill(first)
      await hears(/again to stop at once/)
      const ended = once(child, 'exit')
      child.kill(second)
      expect(await ended).toEqual([code, null])
      await expect(running.text()).rejects.toThrow('terminated')
    } finally {
      child.kill('SIGKILL')
    }
  },
  30_000,
)
