import { APIUserAbortError } from '../errors/connection-error.js'

export interface ParallelOptions {
  signal?: AbortSignal | undefined
  /** How many at a time; less than one counts as one. */
  concurrency: number
}

/**
 * The results in the order of the inputs. The first error or the abort rejects at once, and aborts the signal that the
 * rest of the work was given.
 *
 * @throws {APIUserAbortError} `aborted`, when the signal aborts.
 */
export async function inParallel<Input, Output>(
  inputs: readonly Input[],
  { signal, concurrency }: ParallelOptions,
  work: (input: Input, signal: AbortSignal) => Promise<Output>,
): Promise<Output[]> {
  if (signal?.aborted) throw abortError(signal)
  const controller = new AbortController()
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      controller.abort(signal?.reason)
      reject(abortError(signal))
    }
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  const results: Output[] = []
  // One iterator that all workers take from.
  const waiting = inputs.entries()
  const worker = async (): Promise<void> => {
    for (const [index, input] of waiting) {
      if (controller.signal.aborted) return
      try {
        results[index] = await work(input, controller.signal)
      } catch (error) {
        controller.abort(error)
        throw error
      }
    }
  }
  const count = Math.min(inputs.length, Math.max(1, Math.floor(concurrency) || 1))
  try {
    await Promise.race([aborted, Promise.all(Array.from({ length: count }, worker))])
    return results
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

function abortError(signal: AbortSignal | undefined): APIUserAbortError {
  return new APIUserAbortError('The run of the function calls was aborted.', { cause: signal?.reason })
}
