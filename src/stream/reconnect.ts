import { APIError } from '../errors/api-error.js'
import { APIConnectionError, APIUserAbortError } from '../errors/connection-error.js'
import { StreamIdleError, StreamTruncatedError } from '../errors/stream-error.js'
import { terminalTypeOf } from '../events/aliases.js'
import { backoff } from './backoff.js'
import type { WireResponse } from '../events/response.js'
import type { Connection, ResumeRequest } from './connection.js'
import type { EventFeed, StreamEvent } from './event-feed.js'
import { pause } from './pause.js'
import type { Loss } from './pipeline.js'
import { createPolledFeed } from './polled-feed.js'
import { createResumedFeed } from './resumed-feed.js'

/** How hard a stream tries to go on after its connection was lost. */
export interface ReconnectOptions {
  /** In a row without a new event. Default 5; then the response is polled for its end. */
  attempts?: number | undefined
  /** Before the first attempt up to this, in ms. Default 500; it doubles with each attempt. */
  minDelay?: number | undefined
  /** At most, in ms. Default 8,000. */
  maxDelay?: number | undefined
}

/** What listeners of `reconnect` are told before each attempt. */
export interface ReconnectAttempt {
  /** From 1, since the last new event. */
  attempt: number
  /** How long is waited before it, in ms. */
  delay: number
  /** `poll`: the events can no longer be had, the response is asked for until it ends. */
  via: 'stream' | 'poll'
  /** What ended the last connection. */
  error: unknown
}

/** Where a stream stands, asked when its connection is lost. */
export interface StreamPosition {
  responseId: string | undefined
  /** The number of the last event delivered. */
  sequenceNumber: number | undefined
  /** Any event was delivered. */
  delivered: boolean
  /** The response runs on at the server without us. */
  background: boolean
}

export interface Reconnector {
  /** The feed with which the stream goes on. Rejects with what ends it. */
  recover(loss: Loss): Promise<EventFeed>
  /** An event with a new number was delivered: attempts are counted anew. */
  progressed(): void
}

export interface ReconnectorSetup {
  connection: Connection
  options: ReconnectOptions
  position: () => StreamPosition
  openFeed: (http: Promise<Response>) => Promise<EventFeed>
  isSettled: (event: StreamEvent) => boolean
  notify: (attempt: ReconnectAttempt) => void
}

/**
 * Gets a lost stream going again: first `GET …?stream=true&starting_after=N`, several times with
 * growing random delays, then by polling the response for its end. Only for what was lost on the
 * way (a broken or silent connection, an end without terminal event, 429, 5xx): what the server or
 * the caller said is final. A cursor that the server refuses is given up once, for all events.
 */
// oxlint-disable-next-line max-lines-per-function -- one state, shared by functions of a few lines each
export function createReconnector(setup: ReconnectorSetup): Reconnector {
  const { connection, position, openFeed, isSettled, notify } = setup
  const { attempts = 5 } = setup.options
  let attempt = 0
  let givenUp = false
  /** The server refused a cursor: it is asked for everything, and what was delivered is skipped. */
  let withoutCursor = false

  async function recover({ error: lost, opened, signal }: Loss): Promise<EventFeed> {
    const { responseId, sequenceNumber, delivered, background } = position()
    const { reopen, retrieve } = connection
    if (opened && !delivered && reopen !== undefined && wasLost(lost)) return openAgain(reopen, lost, signal)
    if (!background || responseId === undefined || givenUp) throw lost
    const request = { signal, response_id: responseId }
    let error = lost
    while (
      (wasLost(error) || (!withoutCursor && isRefusedCursor(error))) &&
      attempt < attempts &&
      connection.resume !== undefined
    ) {
      withoutCursor ||= isRefusedCursor(error)
      await announce('stream', error, signal)
      try {
        return await resume(connection.resume, request, sequenceNumber)
      } catch (failure) {
        error = failure
      }
    }
    if (!wasLost(error) && !isExpired(error)) throw error
    if (retrieve === undefined) throw error
    notify({ attempt, delay: 0, via: 'poll', error })
    return poll(() => retrieve(request), !delivered, signal)
  }

  async function announce(via: 'stream' | 'poll', error: unknown, signal: AbortSignal): Promise<void> {
    const delay = backoff(error, attempt++, setup.options)
    notify({ attempt, delay, via, error })
    await pause(delay, signal)
  }

  async function openAgain(
    send: NonNullable<Connection['reopen']>,
    error: unknown,
    signal: AbortSignal,
  ): Promise<EventFeed> {
    if (attempt >= attempts) throw error
    await announce('stream', error, signal)
    return openFeed(send({ signal }, error))
  }

  async function resume(
    send: NonNullable<Connection['resume']>,
    request: ResumeRequest,
    after: number | undefined,
  ): Promise<EventFeed> {
    const feed = await openFeed(send({ ...request, starting_after: withoutCursor ? undefined : after }))
    return createResumedFeed(feed, {
      after: after ?? -1,
      replay: () => openFeed(send(request)),
      empty: () => emptyResume(request),
      isSettled,
    })
  }

  /** Nothing came: either everything has been delivered, or the server lost the rest. One request decides. */
  async function emptyResume({ signal, response_id }: ResumeRequest): Promise<EventFeed> {
    const known = await connection.retrieve?.({ signal, response_id })
    if (known === undefined || terminalTypeOf(known) === undefined) {
      throw new StreamTruncatedError('The resumed stream was empty although the response is still running.')
    }
    return createPolledFeed({
      retrieve: () => Promise.resolve(known),
      pause: () => Promise.resolve(),
      fromStart: false,
    })
  }

  function poll(send: () => Promise<WireResponse>, fromStart: boolean, signal: AbortSignal): EventFeed {
    let failures = 0
    const retrieve = async (): Promise<WireResponse> => {
      try {
        return await send()
      } catch (error) {
        givenUp = !wasLost(error) || ++failures >= attempts
        if (givenUp) throw error
        await pause(backoff(error, failures - 1, setup.options), signal)
        return retrieve()
      }
    }
    return createPolledFeed({ retrieve, pause: (delay) => pause(delay, signal), fromStart })
  }

  return {
    recover,
    progressed() {
      attempt = 0
    },
  }
}

/** The connection was lost, as opposed to: the server or the caller said something. */
function wasLost(error: unknown): boolean {
  if (APIUserAbortError.isInstance(error)) return false
  if (APIConnectionError.isInstance(error)) return error.retryable
  if (StreamIdleError.isInstance(error)) return error.timer !== 'total'
  if (APIError.isInstance(error))
    return error.retryable && (error.status === 429 || (error.status ?? 0) >= 500)
  return StreamTruncatedError.isInstance(error)
}

/** The server does not go on from there, whatever its reason. */
function isRefusedCursor(error: unknown): boolean {
  return APIError.isInstance(error) && error.status === 400 && error.param === 'starting_after'
}

/** The server has the response but no longer its events. OpenAI says so in prose only. */
function isExpired(error: unknown): boolean {
  if (!APIError.isInstance(error) || error.status !== 400) return false
  return error.code === 'stream_expired' || /no longer be streamed|TTL has expired/i.test(error.message)
}
