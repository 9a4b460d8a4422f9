import type { ApplyPatchEvent } from './apply-patch.js'
import type { AudioEvent } from './audio.js'
import type { CodeInterpreterEvent } from './code-interpreter.js'
import type { CompactionEvent } from './compaction.js'
import type { ContentPartEvent } from './content-part.js'
import type { CustomToolEvent } from './custom-tool.js'
import type { FileSearchEvent } from './file-search.js'
import type { FunctionCallEvent } from './function-call.js'
import type { ImageGenerationEvent } from './image-generation.js'
import type { LifecycleEvent } from './lifecycle.js'
import type { McpEvent } from './mcp.js'
import type { OutputItemEvent } from './output-item.js'
import type { ReasoningEvent } from './reasoning.js'
import type { RefusalEvent } from './refusal.js'
import type { ShellEvent } from './shell.js'
import type { TextEvent } from './text.js'
import type { TransportEvent } from './transport.js'
import type { WebSearchEvent } from './web-search.js'
import type { XaiEvent } from './xai.js'

/**
 * Every event of the catalogue, told apart by `type`: what api.openai.com sends, documented or not,
 * and what compatible servers send instead. Streams yield `ResponseStreamEvent | UnknownEvent`, so
 * that new events of a server are never lost and never thrown upon.
 */
export type ResponseStreamEvent =
  | LifecycleEvent
  | OutputItemEvent
  | ContentPartEvent
  | TextEvent
  | RefusalEvent
  | ReasoningEvent
  | FunctionCallEvent
  | CustomToolEvent
  | McpEvent
  | WebSearchEvent
  | FileSearchEvent
  | CodeInterpreterEvent
  | ImageGenerationEvent
  | ShellEvent
  | ApplyPatchEvent
  | AudioEvent
  | CompactionEvent
  | TransportEvent
  | XaiEvent

/** The name of an event in the catalogue. */
export type ResponseStreamEventType = ResponseStreamEvent['type']

/** The event of a given type. */
export type EventOfType<Type extends ResponseStreamEventType> = Extract<ResponseStreamEvent, { type: Type }>
