import { answerParent } from './fork.mjs'
import { settledMemory } from './memory.mjs'
import { startProfiler } from './profiler.mjs'

/**
 * The process around a server whose use of the machine is asked for: `{ start }` gives the URL, `memory` what
 * it holds after a collection, `cpu` the CPU time in µs since it was asked last. With MILLRACE_PROFILE set, it
 * also prints the profile of that time.
 *
 * @param {(options: any) => Promise<string>} start
 */
export function reportUsage(start) {
  let before = process.cpuUsage()
  /** @type {(() => Promise<string>) | undefined} */
  let stopProfiler
  const answers = {
    memory: settledMemory,
    async cpu() {
      const { user, system } = process.cpuUsage(before)
      if (stopProfiler) console.error(await stopProfiler())
      if (process.env.MILLRACE_PROFILE) stopProfiler = await startProfiler()
      before = process.cpuUsage()
      return user + system
    },
  }
  answerParent((question) => (typeof question === 'string' ? answers[question]() : start(question.start)))
}
