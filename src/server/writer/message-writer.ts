import type { Annotation, Logprob, OutputContent } from '../../events/items/content.js'
import type { ResponseOutputMessage } from '../../events/items/message.js'
import { newItemId } from '../ids.js'
import type { RunOutput } from '../run/run-output.js'
import { openItem } from './item-handle.js'

/** What a message begins with. */
export interface MessageOptions {
  id?: string
  phase?: ResponseOutputMessage['phase']
}

/** A log probability as a model gives it; `bytes` and `top_logprobs` are completed. */
type LogprobInput = Pick<Logprob, 'token' | 'logprob'> & Partial<Logprob>

/**
 * Writes one assistant message. Parts open by themselves: text after a refusal, or the other way
 * round, ends one part and begins another.
 */
export interface MessageWriter {
  readonly id: string
  /** Appends to the text. */
  text(delta: string, options?: { logprobs?: readonly LogprobInput[] }): Promise<void>
  /** Adds a citation to the text part that is open. */
  annotate(annotation: Annotation): Promise<void>
  /** Appends to a refusal. */
  refusal(delta: string): Promise<void>
  /** Ends the open part, so that what follows is a new one. */
  endPart(): Promise<void>
  done(): Promise<void>
}

const emptyParts = {
  output_text: (): OutputContent => ({ type: 'output_text', text: '', annotations: [], logprobs: [] }),
  refusal: (): OutputContent => ({ type: 'refusal', refusal: '' }),
}

export function writeMessage(output: RunOutput, options: MessageOptions = {}): MessageWriter {
  const item = openItem<ResponseOutputMessage>(output, {
    id: options.id ?? newItemId('message'),
    type: 'message',
    status: 'in_progress',
    role: 'assistant',
    content: [],
    ...(options.phase !== undefined && { phase: options.phase }),
  })
  let open: keyof typeof emptyParts | undefined
  let index = -1
  let annotations = 0

  function part(kind: keyof typeof emptyParts): {
    item_id: string
    output_index: number
    content_index: number
  } {
    item.requireOpen()
    if (open !== kind) {
      void item.closePart()
      open = kind
      index += 1
      annotations = 0
      void item.emit({
        type: 'response.content_part.added',
        ...item.place,
        content_index: index,
        part: emptyParts[kind](),
      })
    }
    return { ...item.place, content_index: index }
  }

  return {
    id: item.id,
    async text(delta, { logprobs = [] } = {}) {
      const place = part('output_text')
      if (delta !== '')
        await item.emit({
          type: 'response.output_text.delta',
          ...place,
          delta,
          logprobs: logprobs.map(completeLogprob),
        })
    },
    async annotate(annotation) {
      const place = part('output_text')
      await item.emit({
        type: 'response.output_text.annotation.added',
        ...place,
        annotation_index: annotations++,
        annotation,
      })
    },
    async refusal(delta) {
      const place = part('refusal')
      if (delta !== '') await item.emit({ type: 'response.refusal.delta', ...place, delta })
    },
    async endPart() {
      item.requireOpen()
      open = undefined
      await item.closePart()
    },
    done: () => item.close('completed'),
  }
}

const encoder = new TextEncoder()

/** Open Responses requires all four fields, and so do strict clients. */
function completeLogprob(logprob: LogprobInput): Logprob {
  return {
    ...logprob,
    bytes: logprob.bytes ?? [...encoder.encode(logprob.token)],
    top_logprobs: logprob.top_logprobs ?? [],
  }
}
