import type { ShellEvent } from '../../events/shell.js'
import { type Fold, objectIn, reportField } from '../fold.js'
import { isObject, textOf } from '../json.js'
import { shellCommand, shellOutput } from '../kinds.js'
import { type Reducers, streams } from '../reducer.js'
import { rank } from '../state.js'
import { append, locate, settleValue } from '../streamed.js'
import { open } from './content-part.js'

export const shellReducers = {
  'response.shell_call_command.added': (fold) => open(fold, shellCommand, textOf(fold.event.command)),
  ...streams('response.shell_call_command', shellCommand, 'command'),
  'response.shell_call_output_content.delta': appendOutput,
  'response.shell_call_output_content.done': settleOutput,
} satisfies Reducers<ShellEvent>

/** The output of a command is not announced: its first event opens it. The outcome is taken for granted until the end tells. */
const blank = { stdout: '', stderr: '', outcome: { type: 'exit', exit_code: 0 } }

function appendOutput(fold: Fold): void {
  const delta = objectIn(fold, 'delta')
  if (delta === undefined) return
  locate(fold, shellOutput, blank, true)
  for (const stream of ['stdout', 'stderr']) {
    if (delta[stream] !== undefined) append(fold, { ...shellOutput, path: [stream] }, delta[stream])
  }
}

function settleOutput(fold: Fold): void {
  const { output } = fold.event
  const sent: unknown = Array.isArray(output) ? output[0] : output
  if (!isObject(sent)) return reportField(fold, 'output')
  const located = locate(fold, shellOutput, blank, true)
  if (located !== undefined) settleValue(fold, located, sent, rank.value)
}
