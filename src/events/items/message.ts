import type { ResponseOutputRefusal, ResponseOutputText } from './content.js'

/** The status that most items share. */
export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

/** What the assistant said. */
export interface ResponseOutputMessage {
  type: 'message'
  id: string
  role: 'assistant'
  content: (ResponseOutputText | ResponseOutputRefusal)[]
  status: ItemStatus
  /** `commentary` is said on the way, `final_answer` at the end. Send it back unchanged in the next turn. */
  phase?: 'commentary' | 'final_answer' | null
}
