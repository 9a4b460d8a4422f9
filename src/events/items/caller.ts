/** Who made a tool call: the model itself, or a program that it wrote (`caller_id` is that program's call). */
export type ToolCallCaller = DirectToolCallCaller | ProgramToolCallCaller

/** The model made the call itself. */
export interface DirectToolCallCaller {
  type: 'direct'
}

/** A program made the call; `caller_id` is the `call_id` of that program. */
export interface ProgramToolCallCaller {
  type: 'program'
  caller_id: string
}
