import type { declaration, ValueDeclaration } from './declaration.js'
import type { DeepPartial } from './deep-partial.js'
import type { OpenAIFunctionTool, OpenAITextFormat } from './openai-helpers.js'
import type { ParsedFunctionToolCall } from './parsed-response.js'

/** The format in the parameters of a request. */
type FormatOf<Params> = Params extends { text?: infer Text }
  ? NonNullable<Text> extends { format?: infer Format }
    ? NonNullable<Format>
    : never
  : never

/** The tools in the parameters of a request, as a union. */
type ToolOf<Params> = Params extends { tools?: infer Tools }
  ? NonNullable<Tools> extends readonly (infer Tool)[]
    ? Tool
    : never
  : never

interface Declares<Output, Input> {
  readonly [declaration]: ValueDeclaration<Output, Input>
}

/**
 * What the declared format of a request makes of the text: `output_parsed`. Unknown where the types show no declared
 * format.
 */
export type ParsedOf<Params> = [FormatOf<Params>] extends [never] ? unknown : OutputOf<FormatOf<Params>>

type OutputOf<Format> =
  Format extends Declares<infer Output, infer _Input>
    ? Output
    : Format extends OpenAITextFormat<infer Output>
      ? Output
      : unknown

/** The value of a request's text while it arrives: `event.partial`. */
export type PartialOf<Params> = [FormatOf<Params>] extends [never] ? unknown : InputOf<FormatOf<Params>>

type InputOf<Format> =
  Format extends Declares<infer _Output, infer Input>
    ? DeepPartial<Input>
    : Format extends OpenAITextFormat<infer Output>
      ? DeepPartial<Output>
      : unknown

/**
 * The function calls that the tools of a request allow, told apart by `name`. Without declared tools, any call with
 * unknown arguments.
 */
export type ParsedToolCall<Params> = [CallOf<ToolOf<Params>>] extends [never]
  ? ParsedFunctionToolCall
  : CallOf<ToolOf<Params>>

type CallOf<Tool> = Tool extends Declares<infer Output, infer _Input> & { name: infer Name extends string }
  ? ParsedFunctionToolCall<Name, Output>
  : Tool extends OpenAIFunctionTool<infer Name, infer Arguments>
    ? ParsedFunctionToolCall<Name, Arguments>
    : never

/** The arguments of any declared tool of a request while they arrive: `event.partial`. */
export type PartialArgumentsOf<Params> = [ArgumentsInputOf<ToolOf<Params>>] extends [never]
  ? unknown
  : DeepPartial<ArgumentsInputOf<ToolOf<Params>>>

type ArgumentsInputOf<Tool> =
  Tool extends Declares<infer _Output, infer Input>
    ? Input
    : Tool extends OpenAIFunctionTool<infer _Name, infer Arguments>
      ? Arguments
      : never
