import { MillraceError } from '../../errors/millrace-error.js'
import type { ResponseCodeInterpreterToolCall } from '../../events/items/code-interpreter.js'
import { newId, newItemId } from '../ids.js'
import type { RunOutput } from '../run/run-output.js'
import { openItem } from './item-handle.js'

/** Writes one run of the code interpreter. Code first, then `interpreting`, then the outputs. */
export interface CodeInterpreterWriter {
  readonly id: string
  /** Appends to the code; not possible once it is being interpreted. */
  code(delta: string): Promise<void>
  /** The code is complete and runs. */
  interpreting(): Promise<void>
  done(fields?: Pick<Partial<ResponseCodeInterpreterToolCall>, 'outputs'>): Promise<void>
  fail(fields?: Pick<Partial<ResponseCodeInterpreterToolCall>, 'outputs'>): Promise<void>
}

export function writeCodeInterpreter(
  output: RunOutput,
  options: { id?: string; container_id?: string } = {},
): CodeInterpreterWriter {
  const item = openItem<ResponseCodeInterpreterToolCall>(output, {
    id: options.id ?? newItemId('code_interpreter_call'),
    type: 'code_interpreter_call',
    status: 'in_progress',
    container_id: options.container_id ?? newId('cntr'),
    code: '',
    outputs: null,
  })
  void item.emit({ type: 'response.code_interpreter_call.in_progress', ...item.place })
  let code = ''
  let running = false
  return {
    id: item.id,
    async code(delta) {
      item.requireOpen()
      if (running)
        throw new MillraceError(
          'item_closed',
          `The code of ${item.id} is being interpreted; no more can be added to it.`,
        )
      if (delta === '') return
      code += delta
      await item.emit({ type: 'response.code_interpreter_call_code.delta', ...item.place, delta })
    },
    async interpreting() {
      item.requireOpen()
      if (running) return
      running = true
      void item.emit({ type: 'response.code_interpreter_call_code.done', ...item.place, code })
      await item.emit({ type: 'response.code_interpreter_call.interpreting', ...item.place })
    },
    done: (fields) => item.close('completed', fields),
    fail: (fields) => item.close('failed', fields),
  }
}
