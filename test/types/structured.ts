/**
 * Read by the compiler alone: what a request declares of its values, from the schema to the response.
 */
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { zodResponsesFunction, zodTextFormat } from 'openai/helpers/zod'
import {
  zodResponsesFunction as zodResponsesFunction7,
  zodTextFormat as zodTextFormat7,
} from 'openai-v7/helpers/zod'
import * as v from 'valibot'
import * as z from 'zod'
import type { ResponseCreateParams } from '../../src/events/params.js'
import type { ResponseInputItem } from '../../src/events/input-items.js'
import type { DeclaredOf } from '../../src/structured/declared-of.js'
import type { DeepPartial } from '../../src/structured/deep-partial.js'
import { functionTool } from '../../src/structured/function-tool.js'
import type {
  ParsedOf,
  ParsedToolCall,
  PartialArgumentsOf,
  PartialOf,
} from '../../src/structured/inferred.js'
import { toResponseInputItems } from '../../src/structured/input-items.js'
import type { ParsedFunctionToolCall, ParsedResponse } from '../../src/structured/parsed-response.js'
import { runFunctionCalls } from '../../src/structured/run-function-calls.js'
import { textFormat } from '../../src/structured/text-format.js'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function same<A, B>(proof: Same<A, B>): void

interface Params<Format, Tools> {
  text: { format: Format }
  tools: Tools
}
type Text<Format> = Params<Format, undefined>

export function formats(): void {
  const zodSchema = z.object({
    name: z.string(),
    age: z.number().optional(),
    day: z.string().transform((text) => new Date(text)),
    kind: z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), n: z.number() }),
      z.object({ type: z.literal('b') }),
    ]),
  })
  const withZod = textFormat(zodSchema, 'x')
  // The output, so the transform's value.
  same<ParsedOf<Text<typeof withZod>>, z.output<typeof zodSchema>>(true)
  // The input, so the text before the transform; an optional field may be null on the wire.
  same<
    PartialOf<Text<typeof withZod>>,
    {
      name?: string
      age?: number | null | undefined
      day?: string
      kind?: { type?: 'a'; n?: number } | { type?: 'b' }
    }
  >(true)

  const valibotSchema = v.object({ a: v.optional(v.string()), n: v.pipe(v.string(), v.transform(Number)) })
  const withValibot = textFormat(toStandardJsonSchema(valibotSchema), 'x')
  same<ParsedOf<Text<typeof withValibot>>, { a?: string | undefined; n: number }>(true)
  same<PartialOf<Text<typeof withValibot>>, { a?: string | null | undefined; n?: string }>(true)

  const handedIn = textFormat(valibotSchema, 'x', { jsonSchema: { type: 'object' } })
  same<ParsedOf<Text<typeof handedIn>>, { a?: string | undefined; n: number }>(true)
}

export function plainJSONSchema(): void {
  const unknownValue = textFormat({ type: 'object' }, 'x')
  same<ParsedOf<Text<typeof unknownValue>>, unknown>(true)
  const given = textFormat<{ a: string }>({ type: 'object' }, 'x')
  same<ParsedOf<Text<typeof given>>, { a: string }>(true)
}

export function openaiHelpers(): void {
  const theirs6 = zodTextFormat(z.object({ a: z.string() }), 'x')
  const theirs7 = zodTextFormat7(z.object({ a: z.string() }), 'x')
  same<ParsedOf<Text<typeof theirs6>>, { a: string }>(true)
  same<ParsedOf<Text<typeof theirs7>>, { a: string }>(true)
  const ours = textFormat(theirs6)
  same<ParsedOf<Text<typeof ours>>, { a: string }>(true)
  const tool6 = zodResponsesFunction({ name: 'f', parameters: z.object({ a: z.string() }) })
  const tool7 = zodResponsesFunction7({ name: 'f', parameters: z.object({ a: z.string() }) })
  same<ParsedToolCall<{ tools: [typeof tool6] }>['parsed_arguments'], { a: string } | undefined>(true)
  same<ParsedToolCall<{ tools: [typeof tool7] }>['parsed_arguments'], { a: string } | undefined>(true)
}

export function undeclared(): void {
  same<ParsedOf<{ input: string }>, unknown>(true)
  same<ParsedOf<ResponseCreateParams>, unknown>(true)
  same<ParsedOf<Text<{ type: 'text' }>>, unknown>(true)
  same<ParsedToolCall<ResponseCreateParams>, ParsedFunctionToolCall>(true)
  same<PartialArgumentsOf<{ input: string }>, unknown>(true)
}

const weather = functionTool({
  name: 'weather',
  parameters: z.object({ city: z.string(), unit: z.enum(['C', 'F']).optional() }),
  execute: (args, { signal, call }) => {
    same<typeof args, { city: string; unit?: 'C' | 'F' | undefined }>(true)
    same<typeof signal, AbortSignal>(true)
    return call.call_id
  },
})
const time = functionTool({ name: 'time', parameters: z.object({ zone: z.number() }) })
const tools = [weather, time]

export function calls(response: ParsedResponse<DeclaredOf<undefined, typeof tools>>): void {
  for (const item of response.output) {
    if (item.type !== 'function_call') continue
    if (item.name === 'weather') {
      same<typeof item.parsed_arguments, { city: string; unit?: 'C' | 'F' | undefined } | undefined>(true)
    } else {
      same<typeof item.name, 'time'>(true)
      same<typeof item.parsed_arguments, { zone: number } | undefined>(true)
    }
  }
  same<
    PartialArgumentsOf<{ tools: typeof tools }>,
    { city?: string; unit?: 'C' | 'F' | null | undefined } | { zone?: number }
  >(true)
}

export async function back(response: ParsedResponse): Promise<ResponseInputItem[]> {
  return [...toResponseInputItems(response.output), ...(await runFunctionCalls(response, tools))]
}

/** Both are what the request's own types ask for. */
export const request: ResponseCreateParams = {
  model: 'm',
  input: 'Hello',
  text: { format: textFormat(z.object({}), 'x') },
  tools: [weather, time],
}

export function deepPartials(): void {
  same<DeepPartial<string[]>, string[]>(true)
  same<DeepPartial<{ a: { b: number }[] | null }>, { a?: { b?: number }[] | null }>(true)
  same<DeepPartial<[string, { b: number }]>, [string?, { b?: number }?]>(true)
  same<DeepPartial<Record<string, { b: number }>>, { [key: string]: { b?: number } | undefined }>(true)
  same<DeepPartial<unknown>, unknown>(true)
}
