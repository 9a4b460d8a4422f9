/** Takes secrets, such as the key that was sent, out of a text. */
export type Redact = (text: string) => string

/** The headers of an answer as an error may show them: the same object unless one of them quotes a secret. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  const copy = new Headers()
  let found = false
  headers.forEach((value, name) => {
    const redacted = redact(value)
    found ||= redacted !== value
    copy.append(name, redacted)
  })
  return found ? copy : headers
}
