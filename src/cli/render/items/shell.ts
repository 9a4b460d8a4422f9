import { block } from '../block.js'
import { fieldsOf, listOf, numberOf, textOf, textsOf } from '../fields.js'
import { excerpt, splitLines } from '../format.js'
import { callId, type ItemView } from '../item-view.js'

export const shellCall: ItemView = {
  activity: () => 'writing shell commands',
  block(item) {
    const commands = textsOf(fieldsOf(item.action).commands)
    return block(`Shell${callId(item)}`, commands.flatMap(prompted))
  },
}

/** `$` before the first line only: the rest belongs to the same command. */
function prompted(command: string): string[] {
  return splitLines(command).map((line, index) => (index === 0 ? `$ ${line}` : `  ${line}`))
}

export const shellOutput: ItemView = {
  activity: () => 'running shell commands',
  block: (item) => block(`Shell output${callId(item)}`, listOf(item.output).flatMap(commandOutput)),
}

function commandOutput(output: unknown): string[] {
  const { stdout, stderr, outcome } = fieldsOf(output)
  const { type, exit_code } = fieldsOf(outcome)
  const code = numberOf(exit_code)
  const end = type === 'timeout' ? ['(timed out)'] : code ? [`(exit code ${code})`] : []
  return [...excerpt(textOf(stdout)), ...excerpt(textOf(stderr)), ...end]
}

export const localShellCall: ItemView = {
  activity: shellCall.activity,
  block(item) {
    const { command, working_directory } = fieldsOf(item.action)
    const where = textOf(working_directory)
    const line = textsOf(command).map(shellWord).join(' ')
    return block(`Shell${callId(item)}`, [...(where ? [`in ${where}`] : []), ...prompted(line)])
  },
}

/** A word as it would be typed. `~` and `*` stay bare: quotes would say that they are meant literally. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./~*?-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export const localShellOutput: ItemView = {
  activity: shellOutput.activity,
  block: (item) => block('Shell output', excerpt(textOf(item.output))),
}
