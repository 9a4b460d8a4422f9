import type { ToolChoiceAllowed } from '../../events/tool-choice.js'
import type { Tool } from '../../events/tools.js'
import type { DemoRequest } from './demo-request.js'
import type { Speaker } from './demo-speaker.js'
import { demoHostedTools } from './demo-hosted-tools.js'
import { jsonInstance } from './json-instance.js'

/** One call, ready to be made. */
export interface DemoCall {
  (speaker: Speaker): Promise<void>
  /** The client has to answer it; there is nothing to say before. */
  waits: boolean
}

/** The calls that a request gets: none when it chooses none, or has the results of its calls already. */
export function demoCalls(request: DemoRequest): DemoCall[] {
  const { tool_choice: choice = 'auto', parallel_tool_calls: parallel } = request.params
  const forced =
    choice !== 'auto' &&
    !(typeof choice === 'object' && choice.type === 'allowed_tools' && choice.mode === 'auto')
  if (choice === 'none' || (request.result !== undefined && !forced)) return []
  const offered = offeredTools(request)
  const meant = offered.filter((tool) => isMeant(tool, request.prompt))
  const chosen = meant.length > 0 ? meant : offered.slice(0, 1)
  return (parallel === false ? chosen.slice(0, 1) : chosen).flatMap((tool) => callOf(tool, request) ?? [])
}

function offeredTools({ params }: DemoRequest): Tool[] {
  const tools = (params.tools ?? []).filter(
    (tool) => tool.type in clientTools || tool.type in demoHostedTools,
  )
  const choice = params.tool_choice ?? 'auto'
  if (typeof choice === 'string') return tools
  if (choice.type === 'allowed_tools') return tools.filter((tool) => isAllowed(tool, choice))
  if (choice.type === 'function' || choice.type === 'custom')
    return tools.filter((tool) => tool.type === choice.type && tool.name === choice.name)
  return tools.filter((tool) => tool.type === choice.type)
}

function isAllowed(tool: Tool, { tools }: ToolChoiceAllowed): boolean {
  return tools.some(
    (allowed) =>
      allowed.type === tool.type &&
      (!('name' in tool) || allowed.name === undefined || allowed.name === tool.name),
  )
}

/** Some word of a tool's name is in the prompt: `get_weather` is meant by "the weather in Paris". */
function isMeant(tool: Tool, prompt: string): boolean {
  const name = 'name' in tool ? tool.name : tool.type
  const words = name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word.length > 3)
  return words.some((word) => prompt.toLowerCase().includes(word.toLowerCase()))
}

function callOf(tool: Tool, request: DemoRequest): DemoCall | undefined {
  const client = clientTools[tool.type]
  if (client !== undefined)
    return Object.assign((speaker: Speaker) => client(tool, request, speaker), { waits: true })
  const hosted = demoHostedTools[tool.type]
  return hosted && Object.assign((speaker: Speaker) => hosted(request, speaker), { waits: false })
}

const clientTools: Partial<
  Record<Tool['type'], (tool: Tool, request: DemoRequest, speaker: Speaker) => Promise<void>>
> = {
  async function(tool, { subject }, { writer, say }) {
    if (tool.type !== 'function') return
    const call = writer.functionCall({ name: tool.name })
    const value = JSON.stringify(jsonInstance(tool.parameters ?? { type: 'object' }, { text: subject }))
    if (await say(spaced(value), (piece) => call.arguments(piece))) await call.done()
  },
  async custom(tool, { prompt }, { writer, say }) {
    if (tool.type !== 'custom') return
    const call = writer.customToolCall({ name: tool.name })
    if (await say(prompt, (word) => call.input(word))) await call.done()
  },
}

/** JSON with a space after each separator outside strings, so that it streams in pieces. */
function spaced(json: string): string {
  return json.replaceAll(
    /("(?:[^"\\]|\\.)*")|([:,])/g,
    (_whole, text: string | undefined, separator: string) => text ?? `${separator} `,
  )
}
