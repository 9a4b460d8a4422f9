import { answerParent } from './fork.mjs'
import { startProfiler } from './profiler.mjs'

/**
 * The process around a server that is to send one run to many readers. The parent says `{ start: deltas }`
 * and gets the URL of the stream; when all readers are connected it says `go`, and when they have
 * everything `used`, which tells what it has cost. With MILLRACE_PROFILE set, it also prints its profile.
 *
 * @param {(deltas: number) => Promise<{ url: string, go: () => unknown }>} start
 */
export function serveFanOut(start) {
  /** @type {() => unknown} */
  let go
  let before = process.cpuUsage()
  let serialised = 0
  /** @type {(() => Promise<string>) | undefined} */
  let stopProfiler
  const { stringify } = JSON
  JSON.stringify = (...args) => {
    serialised++
    return stringify(...args)
  }
  answerParent(async (question) => {
    if (typeof question === 'object') {
      const started = await start(question.start)
      go = started.go
      return started.url
    }
    if (question === 'go') {
      if (process.env.MILLRACE_PROFILE) stopProfiler = await startProfiler()
      serialised = 0
      before = process.cpuUsage()
      void go()
      return 'going'
    }
    const { user, system } = process.cpuUsage(before)
    if (stopProfiler) console.error(await stopProfiler())
    return { cpu: user + system, serialised }
  })
}
