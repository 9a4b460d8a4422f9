import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Where the recorded streams are; they are not part of the project. */
const root = process.env.MILLRACE_CORPUS ?? resolve(import.meta.dirname, '../../shared/corpus')
const streams = resolve(root, 'streams')

/** Name and path of each recorded stream, sorted; empty where the corpus is not. */
export const corpusFiles: (readonly [name: string, path: string])[] = existsSync(streams)
  ? readdirSync(streams)
      .filter((name) => name.endsWith('.sse'))
      .toSorted()
      .map((name) => [name, resolve(streams, name)] as const)
  : []

/** One in ten, for what takes long on each; all of them in continuous integration. */
export const corpusSample = corpusFiles.filter((_file, index) => process.env.CI || index % 10 === 0)

/** The payloads of a recorded stream, which has one `data:` line to an event, without `[DONE]`. */
export function dataOf(bytes: Uint8Array): string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
    .filter((data) => data !== '[DONE]')
}

export function readCorpus(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path))
}

/** The payloads of one recorded stream, as `JSON.parse` gives them. */
export function payloadsOf(path: string): Record<string, unknown>[] {
  return dataOf(readCorpus(path)).map((data): Record<string, unknown> => JSON.parse(data))
}
