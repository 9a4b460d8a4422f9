/** Code the model wrote to call tools with (programmatic tool calling). */
export interface Program {
  type: 'program'
  id: string
  call_id: string
  code: string
  /** Differs each time it is sent, like `encrypted_content`. */
  fingerprint: string
}

/** What a program returned. */
export interface ProgramOutput {
  type: 'program_output'
  id: string
  call_id: string
  result: string
  status: 'completed' | 'incomplete'
}
