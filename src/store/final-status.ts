import type { ResponseStatus } from '../events/response.js'

const isFinal: Record<ResponseStatus, boolean> = {
  queued: false,
  in_progress: false,
  completed: true,
  incomplete: true,
  failed: true,
  cancelled: true,
}

/** Whether a response with this status has ended. */
export function isFinalStatus(status: ResponseStatus): boolean {
  return isFinal[status]
}
