/**
 * Read by the compiler alone: what the official SDK types, 6.x or 7.x, is assignable to our types,
 * so that code which holds its objects can hand them to us. The reverse is not promised.
 */
import type {
  InputItemListParams as ItemListParams6,
  ResponseItemList as ItemList6,
} from 'openai/resources/responses/input-items'
import type * as SDK6 from 'openai/resources/responses/responses'
import type {
  InputItemListParams as ItemListParams7,
  ResponseItemList as ItemList7,
} from 'openai-v7/resources/responses/input-items'
import type * as SDK7 from 'openai-v7/resources/responses/responses'
import type { InputItemListParams, ResponseItemList } from '../../src/events/input-item-list.js'
import type { ResponseInputItem } from '../../src/events/input-items.js'
import type { ResponseOutputItem } from '../../src/events/items/output-item.js'
import type * as params from '../../src/events/params.js'
import type { Response, WireResponse } from '../../src/events/response.js'
import type { ResponseUsage } from '../../src/events/usage.js'
import type { ToolChoice } from '../../src/events/tool-choice.js'
import type { Tool } from '../../src/events/tools.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'

type Assignable<Theirs, Ours> = [Theirs] extends [Ours] ? true : false
/** Tells which members fail: the keys whose value is `false` show in the compiler's message. */
type AllTrue<Table extends Record<string, true>> = Table

/** Of two unions of objects told apart by `type`: whether each of theirs fits ours of the same type. */
type ByType<Theirs extends { type?: string | null }, Ours extends { type?: unknown }> = {
  [Type in Theirs['type'] & string]: Assignable<
    Extract<Theirs, { type: Type }>,
    Extract<Ours, { type: Type }>
  >
}

export type Checks = [
  AllTrue<ByType<SDK6.ResponseStreamEvent, ResponseStreamEvent>>,
  AllTrue<ByType<SDK7.ResponseStreamEvent, ResponseStreamEvent>>,
  AllTrue<ByType<SDK6.ResponseOutputItem, ResponseOutputItem>>,
  AllTrue<ByType<SDK7.ResponseOutputItem, ResponseOutputItem>>,
  AllTrue<ByType<SDK6.Tool, Tool>>,
  AllTrue<ByType<SDK7.Tool, Tool>>,
  AllTrue<Whole6>,
  AllTrue<Whole7>,
]

interface Whole6 extends Record<string, true> {
  event: Assignable<SDK6.ResponseStreamEvent, ResponseStreamEvent>
  response: Assignable<SDK6.Response, Response>
  wireResponse: Assignable<SDK6.Response, WireResponse>
  usage: Assignable<SDK6.ResponseUsage, ResponseUsage>
  outputItem: Assignable<SDK6.ResponseOutputItem, ResponseOutputItem>
  inputItem: Assignable<SDK6.ResponseInputItem, ResponseInputItem>
  tool: Assignable<SDK6.Tool, Tool>
  toolChoice: Assignable<SDK6.Response['tool_choice'], ToolChoice>
  createParams: Assignable<SDK6.ResponseCreateParams, params.ResponseCreateParams>
  streaming: Assignable<SDK6.ResponseCreateParamsStreaming, params.ResponseCreateParamsStreaming>
  nonStreaming: Assignable<SDK6.ResponseCreateParamsNonStreaming, params.ResponseCreateParamsNonStreaming>
  retrieveParams: Assignable<SDK6.ResponseRetrieveParams, params.ResponseRetrieveParams>
  itemList: Assignable<ItemList6, ResponseItemList>
  itemListParams: Assignable<ItemListParams6, InputItemListParams>
}

interface Whole7 extends Record<string, true> {
  event: Assignable<SDK7.ResponseStreamEvent, ResponseStreamEvent>
  response: Assignable<SDK7.Response, Response>
  wireResponse: Assignable<SDK7.Response, WireResponse>
  usage: Assignable<SDK7.ResponseUsage, ResponseUsage>
  outputItem: Assignable<SDK7.ResponseOutputItem, ResponseOutputItem>
  inputItem: Assignable<SDK7.ResponseInputItem, ResponseInputItem>
  tool: Assignable<SDK7.Tool, Tool>
  toolChoice: Assignable<SDK7.Response['tool_choice'], ToolChoice>
  createParams: Assignable<SDK7.ResponseCreateParams, params.ResponseCreateParams>
  streaming: Assignable<SDK7.ResponseCreateParamsStreaming, params.ResponseCreateParamsStreaming>
  nonStreaming: Assignable<SDK7.ResponseCreateParamsNonStreaming, params.ResponseCreateParamsNonStreaming>
  retrieveParams: Assignable<SDK7.ResponseRetrieveParams, params.ResponseRetrieveParams>
  itemList: Assignable<ItemList7, ResponseItemList>
  itemListParams: Assignable<ItemListParams7, InputItemListParams>
}
