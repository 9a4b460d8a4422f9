/** Prefixes of the ids that the API gives to its objects, by item type. */
const itemPrefixes: Record<string, string> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  custom_tool_call: 'ctc',
  web_search_call: 'ws',
  file_search_call: 'fs',
  code_interpreter_call: 'ci',
  image_generation_call: 'ig',
  mcp_call: 'mcp',
  mcp_list_tools: 'mcpl',
  mcp_approval_request: 'mcpr',
  shell_call: 'sh',
  shell_call_output: 'sho',
  apply_patch_call: 'apc',
}

/** 192 random bits: an id is all that another owner would need to guess. */
const idBytes = 24

/** A new id such as `resp_5f0c…`. It says nothing about when, where or for whom it was made. */
export function newId(prefix: string): string {
  let id = `${prefix}_`
  for (const byte of crypto.getRandomValues(new Uint8Array(idBytes))) id += byte.toString(16).padStart(2, '0')
  return id
}

/** Whether an id may have been made here: one of another form is a mistake, whoever asks. */
export function isOwnId(prefix: string, id: string): boolean {
  const [start, random = ''] = id.split('_')
  return start === prefix && random.length === idBytes * 2 && !/[^0-9a-f]/.test(random)
}

/** A new id for an output item, with the prefix that the API uses for its type (`item_` for other types). */
export function newItemId(type: string): string {
  return newId(itemPrefixes[type] ?? 'item')
}
