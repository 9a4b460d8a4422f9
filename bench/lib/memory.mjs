import { readFileSync, writeFileSync } from 'node:fs'

const mebibyte = 1024 * 1024

/** What a process holds now, after a full collection, in MiB. */
export function settledMemory() {
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: (heapUsed + external) / mebibyte, rss: rss / mebibyte }
}

/** Forgets the peak so far, where the system can (Linux). */
export function resetPeak() {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {}
}

/** The most memory since `resetPeak`, in MiB; elsewhere than on Linux since the start. */
export function peakMemory() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}
