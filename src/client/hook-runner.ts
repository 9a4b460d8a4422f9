import { markCallersError } from '../errors/callers-error.js'

export interface HookRunner {
  /** Calls a hook, if it is there. */
  run(callHook: () => void): void
  /** A hook threw. What it threw is the caller's own: it ends the call as it is, whatever class it has. */
  readonly failed: boolean
}

/** Tells, for one call, what its hooks threw from what went wrong otherwise. */
export function createHookRunner(): HookRunner {
  let failed = false
  return {
    run(callHook) {
      try {
        callHook()
      } catch (error) {
        failed = true
        markCallersError(error)
        throw error
      }
    },
    get failed() {
      return failed
    },
  }
}
