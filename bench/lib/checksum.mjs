/**
 * What a consumer of events computes, the same for every competitor and cheap enough not to matter: how
 * many there were and a checksum that depends on order, length and content.
 */
export function createTally() {
  return { events: 0, length: 0, sum: 0 }
}

/**
 * @param {ReturnType<typeof createTally>} tally
 * @param {string} text
 */
export function count(tally, text) {
  tally.events++
  tally.length += text.length
  if (text.length > 0)
    tally.sum = (Math.imul(tally.sum, 31) + text.length + text.charCodeAt(text.length >> 1)) | 0
}

/** FNV-1a over UTF-16 units. @param {string} text */
export function hash(text) {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/**
 * @param {string} name
 * @param {unknown} actual
 * @param {unknown} expected
 */
export function assertSame(name, actual, expected) {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (got !== wanted) throw new Error(`${name} gave the wrong result: ${got}, expected ${wanted}`)
}
