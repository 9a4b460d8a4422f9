import type { ReasoningTextContent, SummaryTextContent } from './content.js'
import type { ItemStatus } from './message.js'

/** What the model thought before it answered. First-party servers mostly leave `status` out. */
export interface ResponseReasoningItem {
  type: 'reasoning'
  id: string
  summary: SummaryTextContent[]
  content?: ReasoningTextContent[] | null
  /** Differs each time it is sent (item added, item done, terminal response); the last one counts. */
  encrypted_content?: string | null
  status?: ItemStatus | null
}
