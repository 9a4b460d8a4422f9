import { MillraceError } from '../errors/millrace-error.js'
import type { StreamEvent } from './event-feed.js'

/** How far one branch may run ahead of the other. */
export interface TeeOptions {
  /** How many events are kept for the slower branch. Default 10,000. */
  limit?: number
  /** What happens at the limit: the slower branch fails (default), or the faster one waits. */
  onFull?: 'fail' | 'wait'
}

interface Branch {
  queue: StreamEvent[]
  /** Where the queue begins: shifting an array of thousands would move them all for each event. */
  head: number
  left: boolean
  overflowed: boolean
}

/** Splits one reader into two; each event object is shared by both branches. */
export function teeEvents(
  source: AsyncIterator<StreamEvent>,
  { limit = 10_000, onFull = 'fail' }: TeeOptions,
): [AsyncIterable<StreamEvent>, AsyncIterable<StreamEvent>] {
  const branches: [Branch, Branch] = [newBranch(), newBranch()]
  let reading: Promise<void> | undefined
  let ended = false
  let wakeWaiter: () => void = () => {}

  async function read(): Promise<void> {
    try {
      const result = await source.next()
      if (result.done) ended = true
      else for (const branch of branches) keep(branch, result.value)
    } finally {
      reading = undefined
    }
  }

  function keep(branch: Branch, event: StreamEvent): void {
    if (branch.left || branch.overflowed) return
    branch.queue.push(event)
    branch.overflowed = held(branch) > limit
    if (branch.overflowed) empty(branch)
  }

  async function next(own: Branch, other: Branch): Promise<IteratorResult<StreamEvent>> {
    for (;;) {
      if (own.overflowed) throw overflow(limit)
      const event = shift(own)
      wakeWaiter()
      if (event !== undefined) return { done: false, value: event }
      if (own.left || ended) return { done: true, value: undefined }
      if (onFull === 'wait' && !other.left && held(other) >= limit) await new Promise<void>((wake) => (wakeWaiter = wake))
      else await (reading ??= read())
    }
  }

  async function leave(own: Branch, other: Branch): Promise<IteratorResult<StreamEvent>> {
    own.left = true
    empty(own)
    wakeWaiter()
    if (other.left) await source.return?.()
    return { done: true, value: undefined }
  }

  const iterable = (own: Branch, other: Branch): AsyncIterable<StreamEvent> => ({
    [Symbol.asyncIterator]: () => ({ next: () => next(own, other), return: () => leave(own, other) }),
  })
  return [iterable(branches[0], branches[1]), iterable(branches[1], branches[0])]
}

function newBranch(): Branch {
  return { queue: [], head: 0, left: false, overflowed: false }
}

function held(branch: Branch): number {
  return branch.queue.length - branch.head
}

function shift(branch: Branch): StreamEvent | undefined {
  const event = branch.queue[branch.head]
  if (event === undefined) return undefined
  branch.head++
  if (branch.head * 2 >= branch.queue.length) {
    branch.queue = branch.queue.slice(branch.head)
    branch.head = 0
  }
  return event
}

function empty(branch: Branch): void {
  branch.queue = []
  branch.head = 0
}

function overflow(limit: number): MillraceError {
  return new MillraceError(
    'tee_overflow',
    `This branch of tee() fell more than ${limit} events behind the other and was given up. ` +
      "Read both branches side by side, raise limit, or pass onFull: 'wait'.",
  )
}
