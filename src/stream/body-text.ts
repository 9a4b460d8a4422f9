/** In characters; error messages quote less. */
export const excerptLength = 512
/** How much of a body is read that only explains a failure, in bytes. */
const largestErrorBody = 65_536
/** And for how long, in ms: what the status says must not wait for a body that hangs. */
const errorBodyPatience = 5_000

/** The start of a body that only explains a failure. What came before the body broke is better than nothing. */
export async function readErrorText(response: globalThis.Response): Promise<string> {
  // React Native has bodies only as a whole.
  if (!response.body) return response.text().catch(() => '')
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const reader = response.body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), errorBodyPatience)
  try {
    while (length < largestErrorBody) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      length += value.byteLength
      text += decoder.decode(value, { stream: true })
    }
    await reader.cancel()
  } catch {
    // The status has been received and says more than the broken body would.
  } finally {
    clearTimeout(timer)
  }
  return text
}

export function mediaTypeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** JSON, or undefined for text that is none. */
export function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface Excerpt {
  /** The first 512 characters. */
  message: string
  /** Of a page that came instead of an answer: it usually says who sent it. */
  title: string | null
  /** Both in short, for the end of a message. */
  hint: string
}

export function excerptOf(text: string): Excerpt {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() || null
  const sender = title
    ? ` The page's title is "${title}": a proxy, login page or firewall may have answered.`
    : ''
  const start = text.trim() && ` It begins: ${JSON.stringify(text.slice(0, 120))}`
  return { message: text.slice(0, excerptLength), title, hint: sender + start }
}
