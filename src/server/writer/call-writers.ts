import type { ResponseCustomToolCall } from '../../events/items/custom-tool.js'
import type { ResponseFunctionToolCall } from '../../events/items/function-call.js'
import { newId, newItemId } from '../ids.js'
import type { RunOutput } from '../run/run-output.js'
import { openItem } from './item-handle.js'

/** What names a call. `call_id` is what the client answers with; both ids are made up when they are not given. */
export interface CallOptions {
  name: string
  id?: string
  call_id?: string
  namespace?: string
}

/** Writes one call of a function of the client's. Several may be open at once. */
export interface FunctionCallWriter {
  readonly id: string
  readonly call_id: string
  /** Appends to the arguments' JSON text. */
  arguments(delta: string): Promise<void>
  done(): Promise<void>
}

/** Writes one call of a custom tool. */
export interface CustomToolCallWriter {
  readonly id: string
  readonly call_id: string
  /** Appends to the input, which is free text. */
  input(delta: string): Promise<void>
  done(): Promise<void>
}

export function writeFunctionCall(output: RunOutput, options: CallOptions): FunctionCallWriter {
  const call = { name: options.name, call_id: options.call_id ?? newId('call'), ...namespaceOf(options) }
  const item = openItem<ResponseFunctionToolCall>(output, {
    id: options.id ?? newItemId('function_call'),
    type: 'function_call',
    status: 'in_progress',
    arguments: '',
    ...call,
  })
  return {
    id: item.id,
    call_id: call.call_id,
    async arguments(delta) {
      item.requireOpen()
      if (delta !== '')
        await item.emit({ type: 'response.function_call_arguments.delta', ...item.place, delta })
    },
    done: () => item.close('completed'),
  }
}

export function writeCustomToolCall(output: RunOutput, options: CallOptions): CustomToolCallWriter {
  const call = { name: options.name, call_id: options.call_id ?? newId('call'), ...namespaceOf(options) }
  const item = openItem<ResponseCustomToolCall>(output, {
    id: options.id ?? newItemId('custom_tool_call'),
    type: 'custom_tool_call',
    status: 'in_progress',
    input: '',
    ...call,
  })
  return {
    id: item.id,
    call_id: call.call_id,
    async input(delta) {
      item.requireOpen()
      if (delta !== '')
        await item.emit({ type: 'response.custom_tool_call_input.delta', ...item.place, delta })
    },
    done: () => item.close('completed'),
  }
}

function namespaceOf(options: CallOptions): { namespace?: string } {
  return options.namespace === undefined ? {} : { namespace: options.namespace }
}
