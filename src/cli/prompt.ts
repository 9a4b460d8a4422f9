import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Input } from './context.js'
import { UsageError } from './exit-code.js'

/**
 * The words of the command line joined, or what is piped in when there are none or only `-`.
 * Throws `UsageError` when there is neither, or nothing in it.
 */
export async function readPrompt(
  words: readonly string[],
  stdin: Input,
  signal: AbortSignal,
): Promise<string> {
  const isPiped = words.length === 0 ? !stdin.isTTY : words.length === 1 && words[0] === '-'
  const prompt = isPiped ? await readAll(stdin, signal) : words.join(' ')
  if (prompt.trim() === '') throw new UsageError('There is no prompt.', examples)
  return prompt
}

const examples = [
  'Give one, or pipe one in:',
  '  millrace run "Why is the sky blue?"',
  '  cat question.txt | millrace run',
  'Or play back a recorded stream:',
  '  millrace run --replay stream.sse',
]

/** Without the final newline that `echo` adds. */
async function readAll(stdin: Input, signal: AbortSignal): Promise<string> {
  const all = await text(addAbortSignal(signal, stdin))
  return all.replace(/\r?\n$/, '')
}
