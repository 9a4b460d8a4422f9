import { placeOf, type ItemScript, type ItemWriter } from './item-script.js'

/** A function call with JSON arguments. */
export const writeFunctionCall: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('fc', index, random)
  const json = JSON.stringify({ text: random.text(), count: random.integer(100) })
  const base = {
    id: place.item_id,
    type: 'function_call',
    call_id: `call_${random.token(8)}`,
    name: `f${index}`,
  } as const
  return {
    added: { ...base, arguments: '', status: 'in_progress' },
    events: [
      ...random
        .pieces(json)
        .map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta }) as const),
      { type: 'response.function_call_arguments.done', ...place, name: base.name, arguments: json },
    ],
    done: { ...base, arguments: json, status: 'completed' },
  }
}

/** A call of a custom tool, whose input is free text. */
export const writeCustomToolCall: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('ctc', index, random)
  const input = random.text()
  const base = {
    id: place.item_id,
    type: 'custom_tool_call',
    call_id: `call_${random.token(8)}`,
    name: 'grind',
  } as const
  return {
    added: { ...base, input: '' },
    events: [
      ...random
        .pieces(input)
        .map((delta) => ({ type: 'response.custom_tool_call_input.delta', ...place, delta }) as const),
      { type: 'response.custom_tool_call_input.done', ...place, input },
    ],
    done: { ...base, input },
  }
}

/** The tools of an MCP server: listed, or not reachable. */
export const writeMCPListTools: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('mcpl', index, random)
  const base = { id: place.item_id, type: 'mcp_list_tools', server_label: 'mill' } as const
  const failed = random.chance(0.3)
  return {
    added: { ...base, tools: [] },
    events: [
      { type: 'response.mcp_list_tools.in_progress', ...place },
      { type: failed ? 'response.mcp_list_tools.failed' : 'response.mcp_list_tools.completed', ...place },
    ],
    done: failed
      ? { ...base, tools: [], error: 'unreachable' }
      : { ...base, tools: [{ name: 'grind', input_schema: {} }] },
  }
}

/** A call of an MCP tool that succeeds or fails. */
export const writeMCPCall: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('mcp', index, random)
  const json = JSON.stringify({ grain: random.text() })
  const base = { id: place.item_id, type: 'mcp_call', server_label: 'mill', name: 'grind' } as const
  const failed = random.chance(0.3)
  return {
    added: { ...base, arguments: '', status: 'in_progress' },
    events: [
      { type: 'response.mcp_call.in_progress', ...place },
      ...random
        .pieces(json)
        .map((delta) => ({ type: 'response.mcp_call_arguments.delta', ...place, delta }) as const),
      { type: 'response.mcp_call_arguments.done', ...place, arguments: json },
      { type: failed ? 'response.mcp_call.failed' : 'response.mcp_call.completed', ...place },
    ],
    done: {
      ...base,
      arguments: json,
      output: failed ? null : random.text(),
      status: failed ? 'failed' : 'completed',
    },
  }
}

/** A web search. */
export const writeWebSearch: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('ws', index, random)
  const base = {
    id: place.item_id,
    type: 'web_search_call',
    action: { type: 'search', query: random.text() },
  } as const
  return {
    added: { ...base, status: 'in_progress' },
    events: [
      { type: 'response.web_search_call.in_progress', ...place },
      { type: 'response.web_search_call.searching', ...place },
      { type: 'response.web_search_call.completed', ...place },
    ],
    done: { ...base, status: 'completed' },
  }
}

/** A file search. */
export const writeFileSearch: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('fs', index, random)
  const base = { id: place.item_id, type: 'file_search_call' } as const
  return {
    added: { ...base, status: 'in_progress', queries: [] },
    events: [
      { type: 'response.file_search_call.in_progress', ...place },
      { type: 'response.file_search_call.searching', ...place },
      { type: 'response.file_search_call.completed', ...place },
    ],
    done: { ...base, status: 'completed', queries: [random.text()], results: null },
  }
}

/** A code interpreter call. */
export const writeCodeInterpreter: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('ci', index, random)
  const code = `print(${JSON.stringify(random.text())})`
  const base = {
    id: place.item_id,
    type: 'code_interpreter_call',
    container_id: 'cntr_1',
    outputs: null,
  } as const
  return {
    added: { ...base, status: 'in_progress', code: '' },
    events: [
      { type: 'response.code_interpreter_call.in_progress', ...place },
      ...random
        .pieces(code)
        .map((delta) => ({ type: 'response.code_interpreter_call_code.delta', ...place, delta }) as const),
      { type: 'response.code_interpreter_call_code.done', ...place, code },
      { type: 'response.code_interpreter_call.interpreting', ...place },
      { type: 'response.code_interpreter_call.completed', ...place },
    ],
    done: { ...base, status: 'completed', code },
  }
}

/** An image with up to three previews. */
export const writeImage: ItemWriter = (random, index): ItemScript => {
  const place = placeOf('ig', index, random)
  const base = { id: place.item_id, type: 'image_generation_call' } as const
  const previews = Array.from({ length: random.integer(4) }, (_, partial_image_index) => {
    const partial_image_b64 = random.token(4 * random.integer(16))
    return {
      type: 'response.image_generation_call.partial_image',
      ...place,
      partial_image_index,
      partial_image_b64,
    } as const
  })
  return {
    added: { ...base, status: 'in_progress', result: null },
    events: [
      { type: 'response.image_generation_call.in_progress', ...place },
      { type: 'response.image_generation_call.generating', ...place },
      ...previews,
      { type: 'response.image_generation_call.completed', ...place },
    ],
    done: { ...base, status: 'completed', result: random.token(64) },
  }
}
