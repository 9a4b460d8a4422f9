import { Session } from 'node:inspector/promises'

/** Starts the sampling profiler of this process. Returns how to stop it and get the profile as text. */
export async function startProfiler() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return summary(profile)
  }
}

/** The self time of each function as a share of the whole, the 30 largest. */
function summary({ nodes, samples, timeDeltas }) {
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))
  /** @type {Map<string, number>} */
  const selfTimes = new Map()
  let total = 0
  samples.forEach((id, index) => {
    const name = nameOf(frames.get(id))
    if (name === '(idle)' || name === '(program)') return
    total += timeDeltas[index]
    selfTimes.set(name, (selfTimes.get(name) ?? 0) + timeDeltas[index])
  })
  const largest = [...selfTimes].toSorted((a, b) => b[1] - a[1]).slice(0, 30)
  return largest
    .map(([name, time]) => `${((100 * time) / total).toFixed(1).padStart(5)} %  ${name}`)
    .join('\n')
}

function nameOf({ functionName, url, lineNumber }) {
  const name = functionName || '(anonymous)'
  if (url === '') return name
  return `${name} ${url.replace(/^.*\/(dist|bench|node_modules)\//, '$1/')}:${lineNumber + 1}`
}
