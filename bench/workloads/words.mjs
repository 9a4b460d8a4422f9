import { createRandom } from '../lib/random.mjs'

const ascii =
  'the of and to in is that for with as on be by this are from or an which can at not have it water stream ' +
  'wheel mill event delta response snapshot reader because through between another without under number , . ; : - ( )'
const foreign =
  'über größe café naïve élan señor München ñandú Ελληνικά λόγος привет мир поток вода 水車 流れ 応答 事件 日本語 ' +
  '한국어 물레방아 “quoted” — … 🙂 🌊 🚀 👩‍💻'

const asciiWords = ascii.split(' ')
const foreignWords = foreign.split(' ')

/**
 * Tokens as a model emits them: mostly a word with the space before it, now and then a line break.
 *
 * @param {number} count
 * @param {{ seed?: number, foreignShare?: number }} [options]
 */
export function tokens(count, { seed = 42, foreignShare = 0 } = {}) {
  const random = createRandom(seed)
  /** @type {string[]} */
  const made = []
  for (let i = 0; i < count; i++) {
    const words = random() < foreignShare ? foreignWords : asciiWords
    const word = words[Math.floor(random() * words.length)]
    const chance = random()
    made.push(chance < 0.02 ? `${word}\n\n` : chance < 0.03 ? ` "${word}"` : ` ${word}`)
  }
  return made
}
