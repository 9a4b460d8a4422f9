import { MillraceError } from '../errors/millrace-error.js'
import type { StreamEvent } from './event-feed.js'

/** How far one branch may run ahead of the other. */
export interface TeeOptions {
  /** How many events are kept for the slower branch. Default 10,000. */
  limit?: number
  /** What happens at the limit: the slower branch fails (default), or the faster one waits. */
  onFull?: 'fail' | 'wait'
}

/** What comes behind a link is in memory for as long as some branch has not passed it. */
interface Link {
  next?: KeptEvent
}

interface KeptEvent extends Link {
  event: StreamEvent
}

interface Branch {
  /** The event that was given last. */
  at: Link
  /** How many events come behind it. */
  held: number
  state: 'reading' | 'left' | 'overflowed'
}

/** Splits one reader into two; each event object is shared by both branches. */
export function teeEvents(
  source: AsyncIterator<StreamEvent>,
  { limit = 10_000, onFull = 'fail' }: TeeOptions,
): [AsyncIterable<StreamEvent>, AsyncIterable<StreamEvent>] {
  let last: Link = {}
  if (!Number.isInteger(limit) || limit < 1) {
    throw new MillraceError(
      'invalid_argument',
      `The limit of tee() must be a whole number from 1, not ${limit}.`,
    )
  }
  const left: Branch = { at: last, held: 0, state: 'reading' }
  const right: Branch = { ...left }
  let reading: Promise<void> | undefined
  let ended = false
  let wakeWaiter: () => void = () => {}

  async function read(): Promise<void> {
    try {
      const result = await source.next()
      if (result.done) ended = true
      else keep(result.value)
    } finally {
      reading = undefined
    }
  }

  function keep(event: StreamEvent): void {
    const kept: KeptEvent = { event }
    last.next = kept
    last = kept
    for (const branch of [left, right]) {
      if (++branch.held > limit && branch.state === 'reading') stop(branch, 'overflowed')
    }
  }

  function stop(branch: Branch, state: Branch['state']): void {
    branch.state = state
    branch.at = {}
  }

  async function next(own: Branch, other: Branch): Promise<IteratorResult<StreamEvent>> {
    for (;;) {
      if (own.state === 'overflowed') throw overflow(limit)
      const link = own.at.next
      wakeWaiter()
      if (link !== undefined) {
        own.at = link
        own.held--
        return { done: false, value: link.event }
      }
      if (own.state === 'left' || ended) return { done: true, value: undefined }
      if (onFull === 'wait' && other.state === 'reading' && other.held >= limit) {
        await new Promise<void>((wake) => (wakeWaiter = wake))
      } else await (reading ??= read())
    }
  }

  async function leave(own: Branch, other: Branch): Promise<IteratorResult<StreamEvent>> {
    stop(own, 'left')
    wakeWaiter()
    if (other.state === 'left') await source.return?.()
    return { done: true, value: undefined }
  }

  const iterable = (own: Branch, other: Branch): AsyncIterable<StreamEvent> => ({
    [Symbol.asyncIterator]: () => ({ next: () => next(own, other), return: () => leave(own, other) }),
  })
  return [iterable(left, right), iterable(right, left)]
}

function overflow(limit: number): MillraceError {
  return new MillraceError(
    'tee_overflow',
    `This branch of tee() fell more than ${limit} events behind the other and was given up. ` +
      "Read both side by side, raise limit, or pass onFull: 'wait'.",
  )
}
