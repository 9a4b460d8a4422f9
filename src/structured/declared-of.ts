import type { ParsedOf, ParsedToolCall, PartialArgumentsOf, PartialOf } from './inferred.js'

/** The types of the values that a format and a list of tools declare. */
export interface DeclaredOf<Format, Tools> {
  parsed: ParsedOf<{ text: { format: Format } }>
  partial: PartialOf<{ text: { format: Format } }>
  call: ParsedToolCall<{ tools: Tools }>
  partialArguments: PartialArgumentsOf<{ tools: Tools }>
}
