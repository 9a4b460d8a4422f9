import { pause } from '../../capture/pause.js'
import type { BackendRun } from '../backend.js'
import type { ResponseWriter } from '../writer/response-writer.js'

/** Says things word by word, at a pace, until the tokens that the request allows are used up. */
export interface Speaker {
  readonly writer: ResponseWriter
  /** Nothing for an empty list; otherwise one part each. */
  summary(parts: readonly string[]): Promise<void>
  text(text: string): Promise<void>
  /** The next text ends with a citation of this page. */
  cite(page: { url: string; title: string }): void
  refusal(text: string): Promise<void>
  /** Says the words one by one; false when the tokens are used up, and so is everything after it. */
  say(text: string, write: (word: string) => Promise<void>): Promise<boolean>
  /** Ends the response: complete, or incomplete when the tokens did not suffice. */
  end(inputTokens: number): Promise<void>
}

/** Words with the white space before them; joined they are the text. Each counts as one token. */
export function wordsOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/gu) ?? []
}

export function createSpeaker({ params, writer, signal }: BackendRun, pace: number): Speaker {
  const budget = params.max_output_tokens ?? Infinity
  let spent = 0
  let reasoning = 0
  let cut = false
  let cited: { url: string; title: string } | undefined

  async function say(text: string, write: (word: string) => Promise<void>): Promise<boolean> {
    for (const word of wordsOf(text)) {
      if (cut || spent >= budget) {
        cut = true
        return false
      }
      if (spent > 0 && pace > 0) await pause(pace, signal)
      spent += 1
      await write(word)
    }
    return !cut
  }

  return {
    writer,
    say,
    async summary(parts) {
      if (parts.length === 0) return
      const item = writer.reasoning()
      for (const part of parts) {
        if (await say(part, (word) => item.summary(word))) await item.endPart()
      }
      reasoning = spent
      if (!cut) await item.done()
    },
    async text(text) {
      if (cut) return
      const message = writer.message()
      const wantsLogprobs = params.include?.includes('message.output_text.logprobs') ?? false
      const said = await say(text, (word) =>
        message.text(word, wantsLogprobs ? { logprobs: [logprobOf(word, params.top_logprobs ?? 0)] } : {}),
      )
      if (!said) return
      if (cited)
        await message.annotate({
          type: 'url_citation',
          ...cited,
          start_index: text.lastIndexOf(' ') + 1,
          end_index: text.length,
        })
      await message.done()
    },
    cite: (page) => {
      cited = page
    },
    async refusal(text) {
      if (cut) return
      const message = writer.message()
      if (await say(text, (word) => message.refusal(word))) await message.done()
    },
    async end(inputTokens) {
      const usage = {
        input_tokens: inputTokens,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: spent,
        output_tokens_details: { reasoning_tokens: reasoning },
        total_tokens: inputTokens + spent,
      }
      await (cut ? writer.incomplete('max_output_tokens', { usage }) : writer.complete({ usage }))
    },
  }
}

/** The demo model is rather sure of itself. */
function logprobOf(
  token: string,
  alternatives: number,
): { token: string; logprob: number; top_logprobs: { token: string; logprob: number; bytes: number[] }[] } {
  const logprob = -0.01
  const bytes = [...new TextEncoder().encode(token)]
  return { token, logprob, top_logprobs: alternatives > 0 ? [{ token, logprob, bytes }] : [] }
}
