import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { EdgeVM } from '@edge-runtime/vm'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const entry = join(root, 'dist/index.js')
const corpus = resolve(process.env.MILLRACE_CORPUS ?? join(root, '../shared/corpus'), 'streams')
/** A tenth of the recordings: enough to meet every family, little enough for four runtimes. */
const files = existsSync(corpus)
  ? readdirSync(corpus)
      .sort()
      .filter((_, index) => index % 10 === 0)
  : []

interface Reading {
  frames: number
  events: number
  accumulated: string
  accumulated_text?: string
  streamed: string
  status?: string
  output_text?: string
}
type Readings = Record<string, Reading>

const home = mkdtempSync(join(tmpdir(), 'millrace-runtimes-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const execute = promisify(execFile)

/** Runs the same script on another runtime. Nothing of ours is in its environment. */
async function readOn(binary: string, flags: string[]): Promise<Readings> {
  const script = join(import.meta.dirname, 'run.mjs')
  const { stdout } = await execute(binary, [...flags, script, entry, corpus, ...files], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, DENO_DIR: home, DENO_NO_PACKAGE_JSON: '1', NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as Readings
}

const installed = (path: string): string => join(import.meta.dirname, 'node_modules', path)

describe.skipIf(files.length === 0)('the built core reads recorded streams as Node does', () => {
  let onNode: Readings

  beforeAll(async () => {
    onNode = await readOn(process.execPath, [])
  }, 120_000)

  test('Node reads every one of them, text and status included', () => {
    expect(Object.keys(onNode)).toEqual(files)
    const silent = Object.entries(onNode).filter(
      ([, reading]) => reading.frames === 0 || reading.events === 0,
    )
    expect(silent).toEqual([])
    expect(
      Object.values(onNode).some((reading) => reading.status === 'completed' && reading.output_text),
    ).toBe(true)
  })

  test('Bun', async () => {
    expect(await readOn(installed('@oven/bun-linux-x64/bin/bun'), ['run'])).toEqual(onNode)
  })

  test('Deno', async () => {
    expect(
      await readOn(installed('@deno/linux-x64-glibc/deno'), ['run', '--allow-read', '--no-config']),
    ).toEqual(onNode)
  })

  test('an edge VM, from one bundled file', async () => {
    const vm = new EdgeVM()
    vm.evaluate(await bundle('edge.mjs'))
    const readings: Readings = {}
    for (const file of files) {
      vm.context.captureBytes = readFileSync(join(corpus, file)).toString('latin1')
      const json: unknown = await vm.evaluate(
        `readCaptureInEdge(Uint8Array.from(captureBytes, (byte) => byte.charCodeAt(0))).then(JSON.stringify)`,
      )
      readings[file] = JSON.parse(String(json)) as Reading
    }
    expect(readings).toEqual(onNode)
  })
})

async function bundle(file: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, file), formats: ['iife'], name: 'edge', fileName: 'edge' },
    },
  })
  const [bundled] = Array.isArray(output) ? output : [output]
  if (bundled === undefined || !('output' in bundled)) throw new Error('Vite returned no bundle.')
  return bundled.output[0].code
}
