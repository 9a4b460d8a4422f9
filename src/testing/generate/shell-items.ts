import type { ResponseStreamEvent } from '../../events/union.js'
import { placeOf, type ItemScript, type ItemWriter } from './item-script.js'
import type { Random } from './random.js'

/** A shell call of one or two commands. Its events carry no `item_id`. */
export const writeShellCall: ItemWriter = (random, index): ItemScript => {
  const { item_id: id } = placeOf('sh', index, random)
  const commands = Array.from({ length: 1 + random.integer(2) }, () => `echo ${random.text()}`)
  const limits = { timeout_ms: null, max_output_length: null }
  const base = { id, type: 'shell_call', call_id: `call_${random.token(8)}`, environment: null } as const
  return {
    added: { ...base, status: 'in_progress', action: { ...limits, commands: [] } },
    events: commands.flatMap((command, command_index) =>
      commandEvents(random, index, command_index, command),
    ),
    done: { ...base, status: 'completed', action: { ...limits, commands } },
  }
}

function commandEvents(
  random: Random,
  output_index: number,
  command_index: number,
  command: string,
): ResponseStreamEvent[] {
  const place = { output_index, command_index }
  return [
    { type: 'response.shell_call_command.added', ...place, command: '' },
    ...random
      .pieces(command)
      .map((delta) => ({ type: 'response.shell_call_command.delta', ...place, delta }) as const),
    { type: 'response.shell_call_command.done', ...place, command },
  ]
}

/** What a shell printed. */
export const writeShellOutput: ItemWriter = (random, index): ItemScript => {
  const place = { ...placeOf('sho', index, random), command_index: 0 }
  const stdout = random.text()
  const base = {
    id: place.item_id,
    type: 'shell_call_output',
    call_id: `call_${random.token(8)}`,
    max_output_length: null,
  } as const
  const output = [{ stdout, stderr: '', outcome: { type: 'exit', exit_code: 0 } as const }]
  return {
    added: { ...base, status: 'in_progress', output: [] },
    events: [
      ...random.pieces(stdout).map((piece) => {
        return {
          type: 'response.shell_call_output_content.delta',
          ...place,
          delta: { stdout: piece },
        } as const
      }),
      { type: 'response.shell_call_output_content.done', ...place, output },
    ],
    done: { ...base, status: 'completed', output },
  }
}

/** A patch of one file. */
export const writeApplyPatch: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('apc', index, random)
  const diff = `+${random.text()}`
  const base = { id: place.item_id, type: 'apply_patch_call', call_id: `call_${random.token(8)}` } as const
  const operation = { type: 'create_file', path: 'mill.txt' } as const
  return {
    added: { ...base, status: 'in_progress', operation: { ...operation, diff: '' } },
    events: [
      ...random
        .pieces(diff)
        .map(
          (delta) => ({ type: 'response.apply_patch_call_operation_diff.delta', ...place, delta }) as const,
        ),
      { type: 'response.apply_patch_call_operation_diff.done', ...place, diff },
    ],
    done: { ...base, status: 'completed', operation: { ...operation, diff } },
  }
}
