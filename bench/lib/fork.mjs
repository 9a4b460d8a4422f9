import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Starts a module of bench/ in a process of its own and talks to it: `ask` sends a message and resolves
 * with the answer.
 *
 * @param {string} path from bench/
 * @param {string[]} args
 */
export function startProcess(path, args = []) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const child = fork(file, args, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${path} ${args.join(' ')} ended with code ${code} before it answered.`)
  })
  died.catch(() => {})
  const answer = () => Promise.race([once(child, 'message').then(([message]) => message), died])
  return {
    /** The next message, without having asked. */
    answer,
    /** @param {unknown} question */
    ask(question) {
      const next = answer()
      child.send(question)
      return next
    },
    stop() {
      child.kill()
    },
  }
}

/** Answers the questions of the parent, one at a time. @param {(question: any) => unknown} reply */
export function answerParent(reply) {
  async function answer(question) {
    try {
      process.send((await reply(question)) ?? null)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
  process.on('message', (question) => void answer(question))
  process.on('disconnect', () => process.exit(0))
}
