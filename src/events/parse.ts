import { ProtocolError } from '../errors/stream-error.js'
import type { ServerSentEvent } from '../sse/server-sent-event.js'
import { identifyEvent, isObject } from './identify.js'
import type { ParseOptions } from './parse-rule.js'
import type { ResponseStreamEvent } from './union.js'
import type { UnknownEvent } from './unknown.js'

export type { ParseOptions, ParseRule } from './parse-rule.js'

/** Stands for the sentinel `data: [DONE]`: nothing more is coming. It says nothing about success. */
export const DONE: unique symbol = Symbol('[DONE]')

const noOptions: ParseOptions = {}

/**
 * The typed event in a server-sent event: what `JSON.parse` gave, nothing checked, nothing copied. A
 * type that the catalogue does not know gives an `UnknownEvent`; data without an event in it (noise such
 * as `ping`) gives `undefined`.
 *
 * Four things are repaired in place, each with a notice: a missing `type` is taken from the `event:`
 * line; a bare Response is wrapped as `{ type, response }`; an error nested under `error` also gets the
 * documented flat fields; an error without a type gets one.
 *
 * @throws {ProtocolError} rule `invalid-json`, when the data begins like an object but is no JSON.
 */
export function parseEvent(
  frame: ServerSentEvent,
  options: ParseOptions = noOptions,
): ResponseStreamEvent | UnknownEvent | typeof DONE | undefined {
  let value: unknown
  try {
    value = JSON.parse(frame.data)
  } catch (error) {
    return withoutJSON(frame, options, error)
  }
  if (isObject(value)) return identifyEvent(value, frame.event, options)
  options.onNotice?.('not-an-object', `Skipped data that is not a JSON object: ${excerpt(frame.data)}`)
  return undefined
}

function withoutJSON(frame: ServerSentEvent, options: ParseOptions, cause: unknown): typeof DONE | undefined {
  const text = frame.data.trim()
  if (text === '[DONE]') return DONE
  if (frame.unterminated) {
    options.onNotice?.('truncated-json', `The stream ended inside an event: ${excerpt(text)}`)
  } else if (text.startsWith('{')) {
    throw new ProtocolError(
      'invalid-json',
      `The data of ${frame.event === undefined ? 'an event' : `event ${frame.event}`} is not valid JSON: ` +
        `${excerpt(text)} What arrived before it is in the snapshot of this error.`,
      { cause },
    )
  } else if (text !== '') {
    options.onNotice?.('not-an-object', `Skipped data that is not a JSON object: ${excerpt(text)}`)
  }
  return undefined
}

/** A wrong payload may be megabytes; its beginning is enough to recognise it. */
function excerpt(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
