import { inOrder, lifecycle, messageEvents } from './wire.mjs'
import { tokens } from './words.mjs'

/** W1u: like W1, but a quarter of the tokens are not ASCII. */
export function w1u(deltas = 20_000) {
  const message = messageEvents(tokens(deltas, { foreignShare: 0.25 }))
  return lifecycle(inOrder(message), [message.item])
}
