import { createOpenAI } from '@ai-sdk/openai'
import { parsePartialJson, streamText } from 'ai'
import { fetchOf } from '../lib/body.mjs'

globalThis.AI_SDK_LOG_WARNINGS = false

/** `streamText`, all parts read, and its text and finish reason at the end. */
export async function finalText(chunks) {
  const openai = createOpenAI({ apiKey: 'key', fetch: fetchOf(chunks) })
  const result = streamText({ model: openai.responses('gpt-5-mini'), prompt: 'Hello' })
  let parts = 0
  for await (const part of result.fullStream) if (part.type === 'text-delta') parts++
  return { text: await result.text, finishReason: await result.finishReason, parts }
}

/** The value after the last delta; it has one after each, for which it parses the whole text again. @param {string[]} deltas */
export async function partialValues(deltas) {
  let text = ''
  let last
  for (const delta of deltas) {
    text += delta
    last = (await parsePartialJson(text)).value
  }
  return last
}
