import type { Response } from '../events/response.js'
import type { ResponseStream } from '../stream/response-stream.js'
import { wireEvent } from '../stream/wire-event.js'
import { readDeclarations } from '../structured/declarations.js'
import { parseResponse } from '../structured/parse-response.js'
import type { ParsedResponse } from '../structured/parsed-response.js'
import type { DeclaredTextFormat } from '../structured/text-format.js'
import { exitCode, type ExitCode } from './exit-code.js'
import { outcomeBlock } from './render/outcome.js'
import type { Progress } from './render/progress.js'
import { noValueBlock } from './render/value.js'
import { createView } from './render/view.js'
import { finishValue, printValue } from './print-value.js'
import { readOn } from './read-on.js'
import type { Screen } from './terminal/screen.js'
import { watchConnection } from './watch-connection.js'

/** What printing an answer takes, once it is known where it comes from. */
export interface Asking {
  /** The answer as it arrives; or, for who does not want to see that, in one piece. */
  readonly source: { stream: ResponseStream } | { whole: Promise<Response> }
  readonly json: boolean
  /** The answer is to be JSON of a schema. */
  readonly format?: DeclaredTextFormat<unknown> | undefined
  /** Only what comes after the event with this number is printed. */
  readonly after?: number | undefined
  readonly screen: Screen
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Prints an answer as it arrives, and says how it ended. Errors of the stream are the caller's. */
export async function answer(asking: Asking): Promise<ExitCode> {
  const { source, format, screen } = asking
  const response =
    'whole' in source ? await printWhole(source.whole, asking) : await printStream(source.stream, asking)
  // Who asks for a value has none where the model refused, though the response is complete.
  const block = outcomeBlock(response) ?? (format === undefined ? undefined : noValueBlock(response))
  if (block !== undefined) screen.problem(block.lines)
  return block === undefined && response.status === 'completed' ? exitCode.completed : exitCode.failed
}

function printStream(stream: ResponseStream, asking: Asking): Promise<ParsedResponse> {
  if (asking.json) return printEvents(stream, asking)
  return asking.format === undefined ? printText(stream, asking) : printValue(stream, asking)
}

async function printText(
  stream: ResponseStream,
  { screen, progress, signal, after }: Asking,
): Promise<ParsedResponse> {
  const view = createView(screen)
  const unseen = readOn(stream, after, view)
  stream.on('event', (event) => {
    progress.event(event)
    view.event(event)
  })
  watchConnection(stream, screen, progress)
  try {
    for await (const piece of stream.textStream()) await screen.text(unseen(piece))
    const response = await stream.finalResponse()
    if (after !== undefined && progress.events === 0) sayEnded(stream, screen)
    else await view.finish(response)
    return response
  } catch (error) {
    // Who interrupts, or reads no further, does not want the rest either.
    if (!signal.aborted) await view.finish(stream.snapshot)
    throw error
  }
}

/** One event a line, as the server sent it: nothing that this package adds to events is in there. */
async function printEvents(
  stream: ResponseStream,
  { screen, progress, after }: Asking,
): Promise<ParsedResponse> {
  watchConnection(stream, screen, progress)
  for await (const event of stream) {
    progress.event(event)
    await screen.text(`${JSON.stringify(wireEvent(event))}\n`)
  }
  const response = await stream.finalResponse()
  if (after !== undefined && progress.events === 0) sayEnded(stream, screen)
  return response
}

/** Of a response without an event after the one that was named. */
function sayEnded(stream: ResponseStream, screen: Screen): void {
  const last = stream.checkpoint()?.state.sequence_number
  const where = last === undefined ? 'before' : `with event ${last}`
  screen.problem([
    `${stream.responseId ?? 'The response'} had ended ${where}: there is nothing more to print.`,
  ])
}

async function printWhole(
  whole: Promise<Response>,
  { screen, json, format }: Asking,
): Promise<ParsedResponse> {
  const response = await whole
  const { output_text: _computed, ...wire } = response
  if (json) await screen.text(`${JSON.stringify(wire)}\n`)
  const declared = format && readDeclarations({ text: { format } })
  const parsed: ParsedResponse = declared === undefined ? response : await parseResponse(response, declared)
  if (!json && declared === undefined) await createView(screen).finish(response)
  else if (!json) await finishValue(parsed, screen)
  return parsed
}
