/** Python that the server runs. */
export interface ResponseCodeInterpreterToolCall {
  type: 'code_interpreter_call'
  id: string
  status: 'in_progress' | 'interpreting' | 'completed' | 'incomplete' | 'failed'
  container_id: string
  code: string | null
  /** Only with `include: ['code_interpreter_call.outputs']`. */
  outputs: (CodeInterpreterLogs | CodeInterpreterImage)[] | null
}

/** What the code printed. */
export interface CodeInterpreterLogs {
  type: 'logs'
  logs: string
}

/** An image the code drew. */
export interface CodeInterpreterImage {
  type: 'image'
  url: string
}
