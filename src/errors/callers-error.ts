/** What the caller's own code threw: it is passed on as it is, whatever happens to fail around it. */
const thrown = new WeakSet<object>()

export function markCallersError(error: unknown): void {
  if (typeof error === 'object' && error !== null) thrown.add(error)
}

export function isCallersError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && thrown.has(error)
}
