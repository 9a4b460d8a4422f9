import type { Backend } from '../backend.js'
import { HTTPError } from '../http-error.js'
import { demoCalls } from './demo-calls.js'
import { readDemoRequest, type DemoRequest } from './demo-request.js'
import { createSpeaker, wordsOf, type Speaker } from './demo-speaker.js'
import { demoAnswer, demoFollowUp, demoRefusal, demoSummary } from './demo-text.js'
import { jsonInstance } from './json-instance.js'

/** Options of `demoBackend`. */
export interface DemoOptions {
  /** In ms, between two words. Default 15, so that one sees it stream; 0 sends as fast as it is read. */
  pace?: number
}

/**
 * A model that needs no network and knows nothing: its answer follows from the shape of the request
 * alone, so the same request gets the same answer.
 *
 * - text for text; a JSON instance for a `json_schema` or `json_object` format;
 * - calls for tools, with arguments that fit their schema; `tool_choice` is honoured;
 * - a text about the result when the input ends with one;
 * - your name, when you have told it in this turn or an earlier one;
 * - a reasoning summary when `reasoning.summary` asks for one;
 * - `incomplete` when `max_output_tokens` is reached, a token being a word;
 * - a refusal when the prompt says "please refuse", a failure in mid-sentence when it says "please fail".
 */
export function demoBackend({ pace = 15 }: DemoOptions = {}): Backend {
  return {
    async respond(run) {
      const request = readDemoRequest(run.params, run.history)
      const speaker = createSpeaker(run, pace)
      run.started()
      await speaker.summary(demoSummary(request))
      await answer(request, speaker)
      await speaker.end(request.inputTokens)
    },
  }
}

async function answer(request: DemoRequest, speaker: Speaker): Promise<void> {
  if (/\bplease refuse\b/i.test(request.prompt)) return speaker.refusal(demoRefusal)
  if (/\bplease fail\b/i.test(request.prompt)) return failInTheMiddle(request, speaker)
  const calls = demoCalls(request)
  if (calls.length > 0) {
    for (const call of calls) await call(speaker)
    if (request.result === undefined && calls.every((call) => call.waits)) return
  }
  await speaker.text(textFor(request))
}

function textFor(request: DemoRequest): string {
  const { format } = request
  if (format?.type === 'json_schema')
    return JSON.stringify(jsonInstance(format.schema, { text: request.subject }))
  if (format?.type === 'json_object')
    return JSON.stringify({ prompt: request.prompt, answer: 'This is the demo model.' })
  return request.result === undefined ? demoAnswer(request) : demoFollowUp(request.result)
}

async function failInTheMiddle(request: DemoRequest, speaker: Speaker): Promise<void> {
  const words = wordsOf(demoAnswer(request))
  const message = speaker.writer.message()
  await speaker.say(words.slice(0, words.length / 2).join(''), (word) => message.text(word))
  throw new HTTPError({
    status: 500,
    message: 'The demo model failed, as it was asked to.',
    code: 'server_error',
  })
}
