import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ResponseStream } from '../../src/stream/response-stream.js'
import type { StreamEvent } from '../../src/stream/event-feed.js'
import { generateStream, type ScriptedServer, scriptedServer, toSSE } from '../../src/testing/index.js'
import { corpusFiles, dataOf, readCorpus } from '../corpus.js'

const folder = mkdtempSync(join(tmpdir(), 'millrace-processes-'))
const root = resolve(import.meta.dirname, '../..')
let server: ScriptedServer
let served: readonly StreamEvent[] = []

beforeAll(async () => {
  server = await scriptedServer(({ url }) => {
    const after = Number(new URL(url, 'http://localhost').searchParams.get('starting_after') ?? -1)
    return { steps: [toSSE(served.filter(({ sequence_number = 0 }) => sequence_number > after))] }
  })
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: 'test/processes/follow.ts',
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'follow.mjs' } },
    },
  })
}, 60_000)

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function follow(checkpoint: string, dieAfter: number): Promise<{ lines: unknown[]; signal: string | null }> {
  const child = spawn(process.execPath, [
    join(folder, 'follow.mjs'),
    `${server.url}/v1`,
    checkpoint,
    String(dieAfter),
  ])
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return new Promise((done) => {
    child.on('close', (_code, signal) => {
      const lines = text.split('\n').filter((line) => line !== '')
      done({ lines: lines.map((line): unknown => JSON.parse(line)), signal })
    })
  })
}

/** Ten places, spread over the stream; two where time is short. */
function places(events: readonly StreamEvent[]): number[] {
  const count = process.env.CI ? 10 : 2
  const step = (events.length - 2) / (count - 1)
  return [...new Set(Array.from({ length: count }, (_, index) => 1 + Math.round(index * step)))]
}

const recorded = corpusFiles.find(([name]) => name.includes('background-mode-streaming-vcr'))
const sources: [string, StreamEvent[]][] = [
  ['a generated stream', generateStream({ seed: 11, items: 8, end: 'completed' })],
]
if (recorded)
  sources.push([recorded[0], dataOf(readCorpus(recorded[1])).map((data): StreamEvent => JSON.parse(data))])

describe.each(sources)('%s', (_name, events) => {
  it.each(places(events).map((place) => [place]))(
    'a process that dies after %i events, and another that resumes from its checkpoint, see each event once',
    async (place) => {
      served = events
      const checkpoint = join(folder, `${events.length}-${place}.json`)
      const first = await follow(checkpoint, place)
      const second = await follow(checkpoint, 0)
      expect([first.signal, second.signal]).toEqual(['SIGKILL', null])
      expect([...first.lines, ...second.lines.slice(0, -1)]).toEqual(events)
      const final = await ResponseStream.from(events).finalResponse()
      expect(second.lines.at(-1)).toEqual({ final })
    },
    30_000,
  )
})
