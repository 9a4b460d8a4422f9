#!/usr/bin/env node
import process from 'node:process'
import { runCli } from './program.js'
import { exitCode } from './exit-code.js'

const interruption = new AbortController()

/** As the shell has it for a process that SIGTERM has ended. */
const terminated = 143

// The first Ctrl-C lets the command end in order; a second one does not wait for it.
function interrupt(signal: 'SIGINT' | 'SIGTERM'): void {
  if (interruption.signal.aborted) process.exit(signal === 'SIGTERM' ? terminated : exitCode.interrupted)
  interruption.abort(new Error('Interrupted by Ctrl-C.'))
}
process.on('SIGINT', interrupt)
// What a supervisor sends.
process.on('SIGTERM', interrupt)

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interruption.signal,
})
