import { createReplayServer } from '../capture/replay-server.js'
import { readCapture } from '../capture/read-capture.js'
import { Millrace } from '../client/millrace.js'
import { demoBackend } from '../server/backends/demo.js'
import { createResponsesServer } from '../server/responses-server.js'
import { type ListeningServer, serve } from '../server/serve.js'
import { reasonOf } from '../structured/reason-of.js'
import type { CliContext } from './context.js'
import { UsageError } from './exit-code.js'
import type { Place } from './explain/explain.js'

/** Where the request goes. */
export interface Target {
  readonly client: Millrace
  readonly place: Place
  /** What the person should know about it; empty where it is what was asked for. */
  readonly remarks: readonly string[]
  /** It is one of our own, which ends with the command. */
  readonly isOurs: boolean
  close(): Promise<void>
}

export interface TargetOptions {
  replay?: string | undefined
  baseUrl?: string | undefined
}

/**
 * The server that the options and the environment name; without any, one of our own on a loopback
 * port, so that the whole path, HTTP included, works without a key and without a network.
 */
export async function openTarget(options: TargetOptions, env: CliContext['env']): Promise<Target> {
  if (options.replay !== undefined) return replayTarget(options.replay)
  return namedServer(options, env) ?? demoTarget()
}

/** The same for a response that exists already, and so has a server. Throws `UsageError` when none is named. */
export function openServer(options: TargetOptions, env: CliContext['env']): Target {
  const server = namedServer(options, env)
  if (server !== undefined) return { ...server, place: { ...server.place, hasResponse: true } }
  throw new UsageError('There is no server to ask.', [
    'Name the one that has the response, with --base-url or OPENAI_BASE_URL,',
    'or set OPENAI_API_KEY for the API of OpenAI.',
  ])
}

function namedServer(options: TargetOptions, env: CliContext['env']): Target | undefined {
  const apiKey = env.OPENAI_API_KEY?.trim() || undefined
  const baseURL = options.baseUrl ?? (env.OPENAI_BASE_URL?.trim() || undefined)
  if (apiKey === undefined && baseURL === undefined) return undefined
  const url = baseURL ?? 'https://api.openai.com/v1'
  return {
    client: new Millrace({ apiKey: apiKey ?? null, baseURL: url }),
    place: { host: hostOf(url), hasKey: apiKey !== undefined },
    remarks: [],
    isOurs: false,
    close: async () => {},
  }
}

async function replayTarget(path: string): Promise<Target> {
  const server = createReplayServer(await readRecording(path))
  const target = loopbackTarget(await serve(server, { port: 0 }), () => [])
  // That there is a server in between is nobody's concern.
  return { ...target, place: { ...target.place, host: path, isRecording: true } }
}

async function demoTarget(): Promise<Target> {
  const server = createResponsesServer({ backend: demoBackend() })
  return loopbackTarget(await serve(server, { port: 0 }), (url) => [
    `OPENAI_API_KEY is not set, so the built-in demo server answers, at ${url}.`,
    'Set it, or name a server with --base-url, to ask a real model.',
  ])
}

function loopbackTarget(served: ListeningServer, remarks: (url: string) => string[]): Target {
  const url = `${served.url}/v1`
  return {
    client: new Millrace({ apiKey: 'none-needed', baseURL: url }),
    place: { host: hostOf(url), hasKey: true },
    remarks: remarks(url),
    isOurs: true,
    // What it still runs, nobody will read.
    close: () => served.close({ drain: 0 }),
  }
}

async function readRecording(path: string): Promise<Uint8Array> {
  try {
    return await readCapture(path)
  } catch (cause) {
    throw new UsageError(`The recording cannot be read: ${reasonOf(cause)}`)
  }
}

/** A URL that cannot be parsed is the client's to complain about. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
