import type { StreamEvent } from '../stream/event-feed.js'
import type { ResponseStream } from '../stream/response-stream.js'
import type { View } from './render/view.js'

/**
 * A stream that goes on after an event gives its whole text all the same. This tells the view what was
 * seen before, and returns what takes that off the pieces of the text.
 */
export function readOn(
  stream: ResponseStream,
  after: number | undefined,
  view: View,
): (piece: string) => string {
  if (after === undefined) return (piece) => piece
  let left = 0

  const first = (event: StreamEvent): void => {
    stream.off('event', first)
    const { snapshot } = stream
    const text = snapshot?.output_text ?? ''
    const isNew = event.type === 'response.output_text.delta' ? event.delta.length : 0
    left = text.length - isNew
    view.skip(text.slice(0, left), snapshot)
  }
  stream.on('event', first)

  return (piece) => {
    const unseen = piece.slice(left)
    left = Math.max(0, left - piece.length)
    return unseen
  }
}
