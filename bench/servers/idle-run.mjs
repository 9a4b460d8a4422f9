// Our server with one background run that says nothing, for many to follow.
import { reportUsage } from '../lib/report-usage.mjs'
import { startBackgroundRun } from '../lib/background-run.mjs'

reportUsage(async () => {
  const { url } = await startBackgroundRun(async function* respond() {
    yield { type: 'response.in_progress' }
    await new Promise(() => {})
  })
  return url
})
