import type {
  CodeInterpreterContainer,
  ContainerAuto,
  ContainerReference,
  LocalEnvironment,
} from './tool-environments.js'

/** Who may call a tool: the model itself, or a program that it writes. */
export type AllowedCallers = ('direct' | 'programmatic')[]

/** JSON Schema, or any other object that only the server reads. */
export type JSONObject = Record<string, unknown>

/** A tool as it is sent in a request and echoed in a response. */
export type Tool =
  | FunctionTool
  | FileSearchTool
  | ComputerTool
  | ComputerUsePreviewTool
  | WebSearchTool
  | WebSearchPreviewTool
  | McpTool
  | CodeInterpreterTool
  | ProgrammaticToolCalling
  | ImageGenerationTool
  | LocalShellTool
  | FunctionShellTool
  | CustomTool
  | NamespaceTool
  | ToolSearchTool
  | ApplyPatchTool

/** A function of yours. `parameters` is a JSON Schema. */
export interface FunctionTool {
  type: 'function'
  name: string
  description?: string | null
  parameters: JSONObject | null
  strict: boolean | null
  output_schema?: JSONObject | null
  defer_loading?: boolean
  allowed_callers?: AllowedCallers | null
  async?: boolean
}

/** A tool that takes free text, or text of a grammar. */
export interface CustomTool {
  type: 'custom'
  name: string
  description?: string
  format?: CustomToolInputFormat
  defer_loading?: boolean
  allowed_callers?: AllowedCallers | null
  async?: boolean
}

/** What a custom tool takes: any text, or text of a grammar. */
export type CustomToolInputFormat =
  | { type: 'text' }
  | { type: 'grammar'; syntax: 'lark' | 'regex'; definition: string }

/** Functions and custom tools under one name. */
export interface NamespaceTool {
  type: 'namespace'
  name: string
  description: string
  tools: (NamespaceFunctionTool | CustomTool)[]
}

/** A function inside a namespace. */
export interface NamespaceFunctionTool {
  type: 'function'
  name: string
  description?: string | null
  parameters?: unknown
  strict?: boolean | null
  output_schema?: JSONObject | null
  defer_loading?: boolean
  allowed_callers?: AllowedCallers | null
  async?: boolean
}

/** Lets the model find tools that were deferred. */
export interface ToolSearchTool {
  type: 'tool_search'
  execution?: 'server' | 'client'
  description?: string | null
  parameters?: unknown
}

/** Lets the model write programs that call tools. */
export interface ProgrammaticToolCalling {
  type: 'programmatic_tool_calling'
}

/** Lets the model search vector stores. */
export interface FileSearchTool {
  type: 'file_search'
  vector_store_ids: string[]
  max_num_results?: number
  filters?: ComparisonFilter | CompoundFilter | null
  ranking_options?: {
    ranker?: 'auto' | 'default-2024-11-15'
    score_threshold?: number
    hybrid_search?: { embedding_weight: number; text_weight: number }
  }
}

/** A condition on one attribute of a file. */
export interface ComparisonFilter {
  type: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin'
  key: string
  value: string | number | boolean | (string | number)[]
}

/** Its filters may be compound filters again. */
export interface CompoundFilter {
  type: 'and' | 'or'
  filters: unknown[]
}

/** Lets the model search the web. */
export interface WebSearchTool {
  type: 'web_search' | 'web_search_2025_08_26'
  external_web_access?: boolean
  filters?: { allowed_domains?: string[] | null } | null
  search_context_size?: 'low' | 'medium' | 'high'
  user_location?: ApproximateLocation | null
}

/** The older web search. */
export interface WebSearchPreviewTool {
  type: 'web_search_preview' | 'web_search_preview_2025_03_11'
  search_content_types?: ('text' | 'image')[]
  search_context_size?: 'low' | 'medium' | 'high'
  user_location?: ApproximateLocation | null
}

/** `country` is a two-letter code, `timezone` an IANA name. */
export interface ApproximateLocation {
  type?: 'approximate'
  city?: string | null
  country?: string | null
  region?: string | null
  timezone?: string | null
}

/** Tools of an MCP server at `server_url`, of a connector, or behind a tunnel. */
export interface McpTool {
  type: 'mcp'
  server_label: string
  server_url?: string
  connector_id?: string
  tunnel_id?: string
  server_description?: string
  authorization?: string
  headers?: Record<string, string> | null
  allowed_tools?: string[] | McpToolFilter | null
  allowed_callers?: AllowedCallers | null
  require_approval?: { always?: McpToolFilter; never?: McpToolFilter } | 'always' | 'never' | null
  defer_loading?: boolean
}

/** Some of the tools of an MCP server. */
export interface McpToolFilter {
  tool_names?: string[]
  read_only?: boolean
}

/** Lets the model run Python. */
export interface CodeInterpreterTool {
  type: 'code_interpreter'
  /** A container id, or how to make one. */
  container: string | CodeInterpreterContainer
  allowed_callers?: AllowedCallers | null
}

/** Lets the model use a shell. */
export interface FunctionShellTool {
  type: 'shell'
  environment?: ContainerAuto | LocalEnvironment | ContainerReference | null
  allowed_callers?: AllowedCallers | null
}

/** Lets the model use your shell, in the older way. */
export interface LocalShellTool {
  type: 'local_shell'
}

/** Lets the model patch files that you keep. */
export interface ApplyPatchTool {
  type: 'apply_patch'
  allowed_callers?: AllowedCallers | null
}

/** Lets the model use a screen. */
export interface ComputerTool {
  type: 'computer'
}

/** Display sizes are pixels. */
export interface ComputerUsePreviewTool {
  type: 'computer_use_preview'
  environment: 'windows' | 'mac' | 'linux' | 'ubuntu' | 'browser'
  display_width: number
  display_height: number
}

/** Lets the model make images. */
export interface ImageGenerationTool {
  type: 'image_generation'
  action?: 'generate' | 'edit' | 'auto'
  model?: string
  background?: 'transparent' | 'opaque' | 'auto'
  complexity?: 'low' | 'medium' | 'high'
  frame_count?: number
  frame_duration_ms?: number
  input_fidelity?: 'high' | 'low' | null
  input_image_mask?: { file_id?: string; image_url?: string }
  moderation?: 'auto' | 'low'
  output_compression?: number
  output_format?: 'png' | 'webp' | 'jpeg' | 'gif' | 'svg'
  /** How many previews to stream before the image, 0 to 3. */
  partial_images?: number
  quality?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | 'auto'
  size?: string
  svg?: { model?: string; reasoning?: { effort?: string | null } | null }
}
