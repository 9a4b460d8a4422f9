// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/**
 * Text as a terminal may safely be given it. What a model or a server sent could carry escape
 * sequences that move the cursor, set the title or write to the clipboard: control characters other
 * than tab and newline are shown as symbols instead of obeyed; carriage returns are dropped.
 */
export function printable(text: string): string {
  return text.replace(control, (character) => {
    const code = character.charCodeAt(0)
    if (code === 0x0d) return ''
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '␡' : '\ufffd'
  })
}
