import { inOrder, lifecycle, messageEvents } from './wire.mjs'
import { tokens } from './words.mjs'

/** The object that W6 streams: 30 KB of JSON, nested, with text, numbers, booleans and nulls. */
export function w6Object() {
  const words = tokens(8_000, { seed: 6 })
  const chapters = []
  while (JSON.stringify(chapters).length < 29_800) {
    chapters.push({
      number: chapters.length + 1,
      title: words.splice(0, 4).join('').trim(),
      done: chapters.length % 3 === 0,
      score: chapters.length * 1.25,
      editor: chapters.length % 5 === 0 ? null : { name: words.splice(0, 2).join('').trim() },
      paragraphs: [words.splice(0, 30).join(''), words.splice(0, 25).join('')],
    })
  }
  return { title: 'The mill', chapters }
}

/** W6: a structured output of 30 KB in 2,000 deltas, read as a partial value after each. */
export function w6Deltas() {
  const text = JSON.stringify(w6Object())
  return Array.from({ length: 2_000 }, (_, i) => {
    const from = Math.floor((text.length * i) / 2_000)
    return text.slice(from, Math.floor((text.length * (i + 1)) / 2_000))
  })
}

export function w6() {
  const message = messageEvents(w6Deltas())
  return lifecycle(inOrder(message), [message.item])
}
