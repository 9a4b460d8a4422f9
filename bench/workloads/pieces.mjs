/** Cuts text into pieces of 6 to 10 characters, the same ones each time. @param {string} text */
export function pieces(text) {
  /** @type {string[]} */
  const cut = []
  for (let at = 0, i = 0; at < text.length; i++) {
    const length = 6 + ((i * 7) % 5)
    cut.push(text.slice(at, at + length))
    at += length
  }
  return cut
}
