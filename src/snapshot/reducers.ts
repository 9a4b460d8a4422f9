import type { AudioEvent } from '../events/audio.js'
import type { CompactionEvent } from '../events/compaction.js'
import type { TransportEvent } from '../events/transport.js'
import type { ResponseStreamEvent } from '../events/union.js'
import type { Reducer, Reducers } from './reducer.js'
import { applyPatchReducers } from './reducers/apply-patch.js'
import { codeInterpreterReducers } from './reducers/code-interpreter.js'
import { contentPartReducers } from './reducers/content-part.js'
import { customToolReducers } from './reducers/custom-tool.js'
import { fileSearchReducers } from './reducers/file-search.js'
import { functionCallReducers } from './reducers/function-call.js'
import { type ImageEventWithoutEffect, imageGenerationReducers } from './reducers/image-generation.js'
import { lifecycleReducers } from './reducers/lifecycle.js'
import { mcpReducers, type McpEventWithoutEffect } from './reducers/mcp.js'
import { outputItemReducers } from './reducers/output-item.js'
import { reasoningReducers } from './reducers/reasoning.js'
import { refusalReducers } from './reducers/refusal.js'
import { shellReducers } from './reducers/shell.js'
import { textReducers } from './reducers/text.js'
import { webSearchReducers } from './reducers/web-search.js'
import { xaiReducers } from './reducers/xai.js'

/** Events that change nothing in the response: audio has no place in it, the others only tell of the way. */
type WithoutEffect =
  | (AudioEvent | CompactionEvent | TransportEvent)['type']
  | McpEventWithoutEffect
  | ImageEventWithoutEffect

/** What each event does to the response. A type that is neither here nor above does not compile. */
const table = {
  ...lifecycleReducers,
  ...outputItemReducers,
  ...contentPartReducers,
  ...textReducers,
  ...refusalReducers,
  ...reasoningReducers,
  ...functionCallReducers,
  ...customToolReducers,
  ...mcpReducers,
  ...webSearchReducers,
  ...fileSearchReducers,
  ...codeInterpreterReducers,
  ...imageGenerationReducers,
  ...shellReducers,
  ...applyPatchReducers,
  ...xaiReducers,
} satisfies Reducers<ResponseStreamEvent, WithoutEffect>

/** A `Map`, for the type of an event may be any string, `constructor` too. */
export const reducers: ReadonlyMap<unknown, Reducer> = new Map<unknown, Reducer>(Object.entries(table))
