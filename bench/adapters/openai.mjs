import OpenAI6 from 'openai'
import OpenAI7 from 'openai-v7'
import { count, createTally } from '../lib/checksum.mjs'
import { fetchOf } from '../lib/body.mjs'

const params = { model: 'gpt-5-mini', input: 'Hello' }

/** @param {typeof OpenAI6} OpenAI */
function adapter(OpenAI) {
  const clientOf = (fetch) => new OpenAI({ apiKey: 'key', baseURL: 'http://127.0.0.1/v1', fetch })
  return {
    clientOf,
    /** `create({ stream: true })`, read with `for await`. */
    async iterate(chunks) {
      const tally = createTally()
      const stream = await clientOf(fetchOf(chunks)).responses.create({ ...params, stream: true })
      for await (const event of stream) count(tally, event.delta ?? event.type)
      return tally
    },
    /** `stream()`, and nothing asked of it but the final response. */
    finalResponse(chunks) {
      return clientOf(fetchOf(chunks)).responses.stream(params).finalResponse()
    },
  }
}

export const openai6 = adapter(OpenAI6)
export const openai7 = adapter(OpenAI7)
