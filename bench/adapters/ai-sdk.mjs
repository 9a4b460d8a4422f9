import { createOpenAI } from '@ai-sdk/openai'
import { parsePartialJson, streamText } from 'ai'
import { fetchOf } from '../lib/body.mjs'
import { reparsing } from '../lib/reparse.mjs'

globalThis.AI_SDK_LOG_WARNINGS = false

/** `streamText`, all parts read, and its text and finish reason at the end. */
export async function finalText(chunks) {
  const openai = createOpenAI({ apiKey: 'key', fetch: fetchOf(chunks) })
  const result = streamText({ model: openai.responses('gpt-5-mini'), prompt: 'Hello' })
  let parts = 0
  for await (const part of result.fullStream) if (part.type === 'text-delta') parts++
  return { text: await result.text, finishReason: await result.finishReason, parts }
}

export const partialValues = reparsing(async (text) => (await parsePartialJson(text)).value)
