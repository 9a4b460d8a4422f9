import type { ResponseFormatTextJSONSchemaConfig } from '../events/text-config.js'
import type { FunctionTool } from '../events/tools.js'

/** What `zodTextFormat` of `openai/helpers/zod` returns, as far as it matters here. Types only. */
export interface OpenAITextFormat<Output> extends ResponseFormatTextJSONSchemaConfig {
  /** Exists for the compiler only. */
  __output: Output
  $parseRaw(content: string): Output
}

/** What `zodResponsesFunction` of `openai/helpers/zod` returns, as far as it matters here. Types only. */
export interface OpenAIFunctionTool<Name extends string, Arguments> extends FunctionTool {
  /** These two exist for the compiler only. */
  __name: Name
  __arguments: Arguments
  $parseRaw(text: string): Arguments
}
