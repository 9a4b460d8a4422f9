import type { WireResponse } from '../../events/response.js'
import type { RunHooks } from '../hooks.js'
import { deferred } from './deferred.js'

/** Tells those who wait for a run how far it has come. */
export interface Settlement {
  readonly started: Promise<void>
  readonly result: Promise<WireResponse>
  /** The answer may begin. */
  begin(): void
  /** The run is over, with this response. */
  end(response: WireResponse, error?: unknown): void
  /** The run is over before anything was sent, so that the answer can still be an error. */
  refuse(why: unknown): void
  readonly over: boolean
}

/** @param onOver called once, before anybody is told. */
export function createSettlement(hooks: RunHooks, onOver: () => void): Settlement {
  const started = deferred<void>()
  const result = deferred<WireResponse>()
  let over = false

  return {
    started: started.promise,
    result: result.promise,
    begin: () => started.resolve(),
    end(response, error) {
      over = true
      onOver()
      started.resolve()
      result.resolve(response)
      hooks.end({ response, ...(error !== undefined && { error }) })
    },
    refuse(why) {
      over = true
      onOver()
      started.reject(why)
      result.reject(why)
      hooks.end({ error: why })
    },
    get over() {
      return over
    },
  }
}
