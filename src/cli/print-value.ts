import type { ResponseStream } from '../stream/response-stream.js'
import type { ParsedResponse } from '../structured/parsed-response.js'
import type { Asking } from './answer.js'
import { growingRows } from './render/growing.js'
import { textsBeside, valueText } from './render/value.js'
import { createView } from './render/view.js'
import { readOn } from './read-on.js'
import { watchConnection } from './watch-connection.js'

type Printing = Pick<Asking, 'screen' | 'progress' | 'signal' | 'after'>

/** Shows the value of a stream as it grows, where that can be shown, and prints it when it is complete. */
export async function printValue(
  stream: ResponseStream,
  { screen, progress, signal, after }: Printing,
): Promise<ParsedResponse> {
  const view = createView(screen)
  readOn(stream, after, { ...view, skip: (_text, response) => view.skip('', response) })
  stream.on('event', (event) => {
    progress.event(event)
    view.event(event)
  })
  watchConnection(stream, screen, progress)
  let value: unknown
  const takeAway = screen.preview((size) => growingRows(value, size))
  try {
    for await (const partial of stream.partialStream()) value = partial
    const response = await stream.finalResponse()
    takeAway()
    await finishValue(response, screen, view)
    return response
  } catch (error) {
    takeAway()
    // Until now nothing of it is on stdout.
    await screen.text(stream.snapshot?.output_text ?? '')
    if (!signal.aborted) await view.finish(stream.snapshot)
    throw error
  }
}

/** The value of a response that is whole, and what else there is in it. */
export async function finishValue(
  response: ParsedResponse,
  screen: Asking['screen'],
  view = createView(screen),
): Promise<void> {
  await view.finish(response, valueText(response, screen.isRead))
  for (const text of textsBeside(response)) screen.note(text.split('\n'))
}
