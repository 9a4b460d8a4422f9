/**
 * `millrace/events`: the events of the Responses API as types, the catalogue of them, and the step from
 * a server-sent event to a typed one.
 */
export { DONE, parseEvent, type ParseOptions, type ParseRule } from './parse.js'
export { canonicalType, type AliasEventType, type CanonicalEventType } from './aliases.js'
export { catalogue, isTerminalEvent, roleOf } from './catalogue.js'
export { details, detailsOf } from './details.js'
export type { DetailedEventType, EventDetails, EventScope, OutputItemType } from './event-details.js'
export type { EventRole, TerminalEventType } from './event-role.js'
export { isAnnotation, isDeltaEvent, isKnownEvent, type ResponseDeltaEvent } from './predicates.js'

// Events
export type { ResponseStreamEvent, ResponseStreamEventType, EventOfType } from './union.js'
export type { UnknownEventType, UnknownEvent } from './unknown.js'
export type {
  ResponseCreatedEvent,
  ResponseQueuedEvent,
  ResponseInProgressEvent,
  ResponseCompletedEvent,
  ResponseFailedEvent,
  ResponseIncompleteEvent,
  ResponseErrorEvent,
  ResponseErrorDetails,
  ResponseDoneEvent,
  ResponseCancelledEvent,
  ResponseErrorAliasEvent,
} from './lifecycle.js'
export type { ResponseOutputItemAddedEvent, ResponseOutputItemDoneEvent } from './output-item.js'
export type {
  ResponseContentPartAddedEvent,
  ResponseContentPartDoneEvent,
  ResponseReasoningPartAddedEvent,
  ResponseReasoningPartDoneEvent,
} from './content-part.js'
export type {
  ResponseTextDeltaEvent,
  ResponseTextDoneEvent,
  ResponseOutputTextAnnotationAddedEvent,
} from './text.js'
export type { ResponseRefusalDeltaEvent, ResponseRefusalDoneEvent } from './refusal.js'
export type {
  ResponseReasoningTextDeltaEvent,
  ResponseReasoningTextDoneEvent,
  ResponseReasoningDeltaEvent,
  ResponseReasoningDoneEvent,
  ResponseReasoningSummaryPartAddedEvent,
  ResponseReasoningSummaryPartDoneEvent,
  ResponseReasoningSummaryTextDeltaEvent,
  ResponseReasoningSummaryTextDoneEvent,
} from './reasoning.js'
export type {
  ResponseFunctionCallArgumentsDeltaEvent,
  ResponseFunctionCallArgumentsDoneEvent,
} from './function-call.js'
export type {
  ResponseCustomToolCallInputDeltaEvent,
  ResponseCustomToolCallInputDoneEvent,
} from './custom-tool.js'
export type {
  ResponseMcpCallInProgressEvent,
  ResponseMcpCallExecutingEvent,
  ResponseMcpCallCompletedEvent,
  ResponseMcpCallFailedEvent,
  ResponseMcpCallArgumentsDeltaEvent,
  ResponseMcpCallArgumentsDoneEvent,
  ResponseMcpCallArgumentsDeltaAliasEvent,
  ResponseMcpCallArgumentsDoneAliasEvent,
  ResponseMcpCallOutputDeltaEvent,
  ResponseMcpCallOutputDoneEvent,
  ResponseMcpListToolsInProgressEvent,
  ResponseMcpListToolsCompletedEvent,
  ResponseMcpListToolsFailedEvent,
} from './mcp.js'
export type {
  ResponseWebSearchCallInProgressEvent,
  ResponseWebSearchCallSearchingEvent,
  ResponseWebSearchCallCompletedEvent,
} from './web-search.js'
export type {
  ResponseFileSearchCallInProgressEvent,
  ResponseFileSearchCallSearchingEvent,
  ResponseFileSearchCallCompletedEvent,
} from './file-search.js'
export type {
  ResponseCodeInterpreterCallInProgressEvent,
  ResponseCodeInterpreterCallInterpretingEvent,
  ResponseCodeInterpreterCallExecutingEvent,
  ResponseCodeInterpreterCallCompletedEvent,
  ResponseCodeInterpreterCallCodeDeltaEvent,
  ResponseCodeInterpreterCallCodeDoneEvent,
} from './code-interpreter.js'
export type {
  ResponseImageGenCallInProgressEvent,
  ResponseImageGenCallGeneratingEvent,
  ResponseImageGenCallPartialImageEvent,
  ResponseImageGenCallCompletedEvent,
} from './image-generation.js'
export type {
  ResponseShellCallCommandAddedEvent,
  ResponseShellCallCommandDeltaEvent,
  ResponseShellCallCommandDoneEvent,
  ResponseShellCallOutputContentDeltaEvent,
  ResponseShellCallOutputContentDoneEvent,
} from './shell.js'
export type {
  ResponseApplyPatchCallOperationDiffDeltaEvent,
  ResponseApplyPatchCallOperationDiffDoneEvent,
} from './apply-patch.js'
export type {
  ResponseAudioDeltaEvent,
  ResponseAudioDoneEvent,
  ResponseAudioTranscriptDeltaEvent,
  ResponseAudioTranscriptDoneEvent,
} from './audio.js'
export type { ResponseCompactionCompactingEvent } from './compaction.js'
export type {
  ResponseKeepAliveEvent,
  ResponseRateLimitsUpdatedEvent,
  RateLimitsUpdatedEvent,
  CodexRateLimitsEvent,
  CodexRateLimitWindow,
} from './transport.js'
export type {
  ResponseXSearchCallInProgressEvent,
  ResponseXSearchCallSearchingEvent,
  ResponseXSearchCallCompletedEvent,
  ResponseCodeExecutionCallInProgressEvent,
  ResponseCodeExecutionCallExecutingEvent,
  ResponseCodeExecutionCallCompletedEvent,
} from './xai.js'

// The response and its items
export type {
  ResponseStatus,
  ResponseError,
  MisalignmentDetails,
  IncompleteDetails,
  ReasoningEffort,
  Reasoning,
  Metadata,
  Conversation,
  PromptCacheOptions,
  PromptCacheDiagnostics,
  InputTransformation,
  WireResponse,
  Response,
} from './response.js'
export type {
  ResponseUsage,
  InputTokensDetails,
  OutputTokensDetails,
  ToolUsage,
  ImageGenUsage,
} from './usage.js'
export type { Moderation, ModerationResult, ModerationError } from './moderation.js'
export type { ResponseOutputItem } from './items/output-item.js'
export type {
  ResponseApplyPatchToolCall,
  ApplyPatchOperation,
  ApplyPatchCreateFile,
  ApplyPatchUpdateFile,
  ApplyPatchDeleteFile,
  ResponseApplyPatchToolCallOutput,
} from './items/apply-patch.js'
export type { ToolCallCaller, DirectToolCallCaller, ProgramToolCallCaller } from './items/caller.js'
export type {
  ResponseCodeInterpreterToolCall,
  CodeInterpreterLogs,
  CodeInterpreterImage,
} from './items/code-interpreter.js'
export type { ResponseCompactionItem } from './items/compaction.js'
export type {
  ResponseComputerToolCall,
  ResponseComputerToolCallOutputItem,
  ResponseComputerToolCallOutputScreenshot,
  ComputerSafetyCheck,
  ComputerActionList,
  ComputerAction,
} from './items/computer.js'
export type {
  Logprob,
  TopLogprob,
  FileCitation,
  URLCitation,
  ContainerFileCitation,
  FilePath,
  Annotation,
  ResponseOutputText,
  ResponseOutputRefusal,
  ReasoningTextContent,
  SummaryTextContent,
  OutputContent,
} from './items/content.js'
export type {
  ResponseCustomToolCall,
  ResponseCustomToolCallItem,
  ResponseCustomToolCallOutput,
  ResponseCustomToolCallOutputItem,
} from './items/custom-tool.js'
export type { ResponseFileSearchToolCall, FileSearchResult } from './items/file-search.js'
export type {
  ResponseFunctionToolCall,
  ResponseFunctionToolCallItem,
  ResponseFunctionToolCallOutputItem,
} from './items/function-call.js'
export type {
  ImageGenerationCall,
  ImageGenerationError,
  ImageGenerationSvgUsage,
} from './items/image-generation.js'
export type {
  McpCall,
  McpToolCallError,
  McpProtocolError,
  McpToolExecutionError,
  McpHTTPError,
  McpListTools,
  McpListToolsTool,
  McpApprovalRequest,
  McpApprovalResponse,
} from './items/mcp.js'
export type { ItemStatus, ResponseOutputMessage } from './items/message.js'
export type { Program, ProgramOutput } from './items/program.js'
export type { ResponseReasoningItem } from './items/reasoning.js'
export type {
  ResponseFunctionShellToolCall,
  FunctionShellAction,
  ResponseLocalEnvironment,
  ResponseContainerReference,
  ResponseFunctionShellToolCallOutput,
  FunctionShellCallOutputContent,
  FunctionShellCallOutcome,
  LocalShellCall,
  LocalShellAction,
  LocalShellCallOutput,
} from './items/shell.js'
export type {
  ResponseToolSearchCall,
  ResponseToolSearchOutputItem,
  AdditionalTools,
} from './items/tool-search.js'
export type {
  ResponseFunctionWebSearch,
  WebSearchAction,
  WebSearchActionSearch,
  WebSearchSource,
  WebSearchActionOpenPage,
  WebSearchActionFind,
} from './items/web-search.js'
export type {
  XSearchCall,
  CodeExecutionCall,
  ViewImageCall,
  ViewXVideoCall,
  XaiToolCall,
} from './items/xai.js'

// The request
export type {
  ResponseTextConfig,
  ResponseFormatTextConfig,
  ResponseFormatText,
  ResponseFormatTextJSONSchemaConfig,
  ResponseFormatJSONObject,
} from './text-config.js'
export type {
  AllowedCallers,
  JSONObject,
  Tool,
  FunctionTool,
  CustomTool,
  CustomToolInputFormat,
  NamespaceTool,
  NamespaceFunctionTool,
  ToolSearchTool,
  ProgrammaticToolCalling,
  FileSearchTool,
  ComparisonFilter,
  CompoundFilter,
  WebSearchTool,
  WebSearchPreviewTool,
  ApproximateLocation,
  McpTool,
  McpToolFilter,
  CodeInterpreterTool,
  FunctionShellTool,
  LocalShellTool,
  ApplyPatchTool,
  ComputerTool,
  ComputerUsePreviewTool,
  ImageGenerationTool,
} from './tools.js'
export type {
  ContainerAuto,
  CodeInterpreterContainer,
  ContainerMemoryLimit,
  ContainerNetworkPolicyDisabled,
  ContainerNetworkPolicyAllowlist,
  ContainerNetworkPolicyDomainSecret,
  ContainerReference,
  LocalEnvironment,
  LocalSkill,
  SkillReference,
  InlineSkill,
  InlineSkillSource,
} from './tool-environments.js'
export type {
  ToolChoice,
  ToolChoiceOptions,
  ToolChoiceAllowed,
  ToolChoiceTypes,
  ToolChoiceFunction,
  ToolChoiceMcp,
  ToolChoiceCustom,
  ToolChoiceApplyPatch,
  ToolChoiceShell,
} from './tool-choice.js'
export type {
  ResponseIncludable,
  ServiceTier,
  ResponsePrompt,
  ModerationParam,
  ResponseCreateParamsBase,
  ResponseStreamOptions,
  ResponseCreateParamsNonStreaming,
  ResponseCreateParamsStreaming,
  ResponseCreateParams,
  ResponseRetrieveParamsBase,
  ResponseRetrieveParamsNonStreaming,
  ResponseRetrieveParamsStreaming,
  ResponseRetrieveParams,
} from './params.js'
export type {
  ResponseInputItem,
  ResponseInput,
  EasyInputMessage,
  ResponseInputMessage,
  ResponseInputMessageItem,
  FunctionCallOutput,
  ComputerCallOutput,
  ToolSearchCallParam,
  ToolSearchOutputParam,
  AdditionalToolsParam,
  ConfigurationUpdateParam,
  CompactionParam,
  CompactionTrigger,
  ShellCallParam,
  ShellCallOutputParam,
  ShellCallOutputContentParam,
  ApplyPatchCallParam,
  ApplyPatchCallOutputParam,
  McpApprovalResponseParam,
  ItemReference,
} from './input-items.js'
export type {
  PromptCacheBreakpoint,
  ResponseInputText,
  ResponseInputImage,
  ImageDetail,
  ResponseInputFile,
  ResponseInputContent,
  ResponseInputMessageContentList,
} from './input-content.js'
export type {
  ResponseItem,
  ResponseConfigurationUpdateItem,
  ResponseItemList,
  InputItemListParams,
} from './input-item-list.js'
