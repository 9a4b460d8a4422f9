import type { Millrace } from '../client/millrace.js'
import type { Snapshot } from '../snapshot/snapshot.js'
import { wireEvent } from '../stream/wire-event.js'
import { exitCode, type ExitCode } from './exit-code.js'
import { outcomeBlock } from './render/outcome.js'
import type { Progress } from './render/progress.js'
import { createView } from './render/view.js'
import type { RunOptions, RunRequest } from './run-request.js'
import type { Screen } from './terminal/screen.js'

/** What asking and printing takes, once it is known where the request goes. */
export interface Asking {
  readonly client: Millrace
  readonly request: RunRequest
  readonly options: RunOptions
  readonly screen: Screen
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Asks, prints the answer as it arrives, and says how it ended. Errors of the stream are the caller's. */
export async function answer(asking: Asking): Promise<ExitCode> {
  const { options, screen } = asking
  const print = options.stream ? (options.json ? printEvents : printText) : printWhole
  const response = await print(asking)
  const block = outcomeBlock(response)
  if (block !== undefined) screen.problem(block.lines)
  return response.status === 'completed' ? exitCode.completed : exitCode.failed
}

async function printText(asking: Asking): Promise<Snapshot> {
  const { screen, progress, signal } = asking
  const view = createView(screen)
  const stream = openStream(asking)
  stream.on('event', (event) => {
    progress.event(event)
    view.event(event)
  })
  try {
    for await (const piece of stream.textStream()) await screen.text(piece)
    const response = await stream.finalResponse()
    await view.finish(response)
    return response
  } catch (error) {
    // Who interrupts, or reads no further, does not want the rest either.
    if (!signal.aborted) await view.finish(stream.snapshot)
    throw error
  }
}

/** One event a line, as the server sent it: nothing that this package adds to events is in there. */
async function printEvents(asking: Asking): Promise<Snapshot> {
  const stream = openStream(asking)
  for await (const event of stream) {
    asking.progress.event(event)
    await asking.screen.text(`${JSON.stringify(wireEvent(event))}\n`)
  }
  return stream.finalResponse()
}

async function printWhole(asking: Asking): Promise<Snapshot> {
  const { client, request, screen, signal, options } = asking
  const response = await client.responses.create(request, { signal, ...callOptions(options) })
  const { output_text: _computed, ...wire } = response
  if (options.json) await screen.text(`${JSON.stringify(wire)}\n`)
  else await createView(screen).finish(response)
  return response
}

function openStream({ client, request, options, signal }: Asking) {
  return client.responses.stream(request, { signal, ...callOptions(options) })
}

function callOptions({ strict, timeout }: RunOptions) {
  const limit = timeout === undefined ? undefined : timeout * 1000
  return {
    strict: strict ?? false,
    timeout: limit === undefined ? undefined : { connect: limit, total: limit },
  }
}
