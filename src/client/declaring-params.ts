import type { ResponseFormatTextConfig, ResponseTextConfig } from '../events/text-config.js'
import type { Tool } from '../events/tools.js'

/** What may stand as `text.format`; `textFormat` makes one that knows its values. */
export type AnyFormat = ResponseFormatTextConfig

/** What may stand as `tools`; `functionTool` makes one that knows its arguments. */
export type AnyTools = readonly Tool[]

/** Parameters whose format and tools the compiler remembers, so that it knows the values they declare. */
export type DeclaringParams<Params, Format, Tools> = Omit<Params, 'text' | 'tools'> & {
  text?: Omit<ResponseTextConfig, 'format'> & { format?: Format }
  tools?: Tools
}
