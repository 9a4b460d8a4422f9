import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** `millrace serve` as a process. */
export interface ServeProcess {
  /** With the `/v1` that clients are given. */
  url: string
  stop(): Promise<void>
}

/** Starts it on a free port, with these options, and waits until it says where it listens. */
export async function serveProcess(...options: string[]): Promise<ServeProcess> {
  const child = spawn(
    process.execPath,
    [resolve(import.meta.dirname, 'cli.mjs'), 'serve', '--port', '0', ...options],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const url = await new Promise<string>((told, failed) => {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /^Listening on (\S+)$/m.exec(said)?.[1]
      if (found !== undefined) told(found)
    })
    child.once('exit', () => failed(new Error(`The server has ended: ${said}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
