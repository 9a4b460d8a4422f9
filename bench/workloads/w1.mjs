import { inOrder, lifecycle, messageEvents } from './wire.mjs'
import { tokens } from './words.mjs'

/** W1: one message in 20,000 text deltas, as OpenAI sends them. */
export function w1(deltas = 20_000) {
  const message = messageEvents(tokens(deltas))
  return lifecycle(inOrder(message), [message.item])
}
