import { Millrace, type MillraceOptions } from '../../src/client/millrace.js'
import { response } from '../../src/testing/response-builders.js'
import { jsonAnswer, type Script } from '../../src/testing/script.js'
import { type FetchedRequest, type ScriptedFetch, scriptedFetch } from '../../src/testing/scripted-fetch.js'

export const baseURL = 'https://api.test/v1'
export const key = 'sk-test-0123456789'

export type FetchScript = Script<FetchedRequest>

/** A client whose `fetch` answers from a script. */
export function scriptedClient(
  script: FetchScript,
  options: MillraceOptions = {},
): { client: Millrace; fetch: ScriptedFetch } {
  const fetch = scriptedFetch(script)
  return { client: new Millrace({ apiKey: key, baseURL, fetch, ...options }), fetch }
}

export const completedResponse = response('completed')
export const okAnswer = jsonAnswer(200, completedResponse)
export const params = { model: 'm-test', input: 'Hi' }

export function serverError(
  code = 'server_error',
  headers: Record<string, string> = {},
): ReturnType<typeof jsonAnswer> {
  return jsonAnswer(500, { error: { message: 'boom', type: 'server_error', param: null, code } }, headers)
}
