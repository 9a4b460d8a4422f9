import { invalidRequest } from '../http-error.js'
import { inputRule } from './input-rules.js'
import {
  arrayOf,
  boolean,
  decimal,
  integer,
  isObject,
  nullable,
  object,
  oneOf,
  string,
  wrongType,
  type Rule,
} from './rule.js'

const longestKey = 64
const longestValue = 512
const mostPairs = 16

const metadata: Rule = (value, path) => {
  object()(value, path)
  const pairs = Object.entries(isObject(value) ? value : {})
  if (pairs.length > mostPairs) {
    const message = `Invalid '${path}': too many properties. Expected an object with at most ${mostPairs} properties, but got an object with ${pairs.length} properties instead.`
    throw invalidRequest(message, path, 'object_above_max_properties')
  }
  for (const [key, text] of pairs) {
    string({ maxLength: longestKey })(key, path)
    string({ maxLength: longestValue })(text, `${path}.${key}`)
  }
}

const namedTool = object({ name: string() }, ['name'])

const tool: Rule = (value, path) => {
  object({ type: string() }, ['type'])(value, path)
  if (!isObject(value) || (value.type !== 'function' && value.type !== 'custom')) return
  namedTool(value, path)
  if (value.type === 'function')
    object({ parameters: nullable(object()), strict: nullable(boolean()) })(value, path)
}

const toolChoice: Rule = (value, path) => {
  if (typeof value === 'string') return oneOf('none', 'auto', 'required')(value, path)
  if (!isObject(value)) throw wrongType(path, 'one of a string or an object', value)
  object({ type: string() }, ['type'])(value, path)
  if (value.type === 'function' || value.type === 'custom') namedTool(value, path)
}

const textFormat: Rule = (value, path) => {
  object({ type: oneOf('text', 'json_object', 'json_schema') }, ['type'])(value, path)
  if (isObject(value) && value.type === 'json_schema')
    object({ name: string(), schema: object() }, ['name', 'schema'])(value, path)
}

const text = object({ format: textFormat, verbosity: nullable(oneOf('low', 'medium', 'high')) })

const summary = nullable(oneOf('auto', 'concise', 'detailed'))

const reasoning = object({
  effort: nullable(oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max')),
  summary,
  generate_summary: summary,
})

const responseId: Rule = (value, path) => {
  string()(value, path)
  if (typeof value === 'string' && !value.startsWith('resp')) {
    throw invalidRequest(
      `Invalid '${path}': '${value}'. Expected an ID that begins with 'resp'.`,
      path,
      'invalid_id_prefix',
    )
  }
}

/** The fields of `POST /responses` that have limits, in the order in which they are checked. Other fields are ignored. */
export const createRules: Readonly<Record<string, Rule>> = {
  model: string(),
  input: inputRule,
  instructions: nullable(string()),
  stream: nullable(boolean()),
  stream_options: nullable(object({ include_obfuscation: boolean() })),
  background: nullable(boolean()),
  store: nullable(boolean()),
  previous_response_id: nullable(responseId),
  include: nullable(arrayOf(string())),
  tools: nullable(arrayOf(tool)),
  tool_choice: nullable(toolChoice),
  parallel_tool_calls: nullable(boolean()),
  max_tool_calls: nullable(integer({ min: 1 })),
  max_output_tokens: nullable(integer({ min: 16 })),
  text: nullable(text),
  reasoning: nullable(reasoning),
  prompt: nullable(object({ id: string() }, ['id'])),
  temperature: nullable(decimal({ min: 0, max: 2 })),
  top_p: nullable(decimal({ min: 0, max: 1 })),
  top_logprobs: nullable(integer({ min: 0, max: 20 })),
  truncation: nullable(oneOf('auto', 'disabled')),
  metadata: nullable(metadata),
  service_tier: nullable(string()),
  prompt_cache_key: nullable(string()),
  prompt_cache_retention: nullable(string()),
  safety_identifier: nullable(string({ maxLength: 64 })),
  user: nullable(string()),
}
