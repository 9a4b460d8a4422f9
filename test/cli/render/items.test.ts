import { describe, expect, test } from 'vitest'
import { itemActivity, itemBlock } from '../../../src/cli/render/items.js'

const lines = (item: object) => itemBlock(item)?.lines

/** What each type of item looks like: the item, and what is printed about it. */
const examples: [name: string, item: object, printed: string[] | undefined][] = [
  [
    'a message is on stdout already',
    { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
    undefined,
  ],
  [
    'a refusal',
    { type: 'message', content: [{ type: 'refusal', refusal: 'I cannot.' }] },
    ['Refusal: I cannot.'],
  ],
  ['reasoning that is hidden', { type: 'reasoning', summary: [], encrypted_content: 'x' }, undefined],
  [
    'a reasoning summary',
    {
      type: 'reasoning',
      summary: [
        { type: 'summary_text', text: 'First.' },
        { type: 'summary_text', text: 'Then.' },
      ],
    },
    ['Thinking:', 'First.', '', 'Then.'],
  ],
  [
    'raw reasoning',
    { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] },
    ['Thinking:', 'Hm.'],
  ],
  [
    'a function call',
    {
      type: 'function_call',
      name: 'weather',
      namespace: 'geo',
      call_id: 'call_1',
      arguments: '{"city":"Paris"}',
    },
    ['Tool call: geo.weather (call_1)', '  city: "Paris"'],
  ],
  [
    'a function call without arguments',
    { type: 'function_call', name: 'ping', call_id: 'call_1', arguments: '{}' },
    ['Tool call: ping (call_1)'],
  ],
  [
    'a custom tool call',
    { type: 'custom_tool_call', name: 'sql', call_id: 'c', input: 'select 1' },
    ['Tool call: sql (c)', '  select 1'],
  ],
  [
    'a tool output',
    { type: 'function_call_output', call_id: 'c', output: '20 °C' },
    ['Tool output (c)', '  20 °C'],
  ],
  [
    'a tool output in parts',
    {
      type: 'custom_tool_call_output',
      call_id: 'c',
      output: [
        { type: 'input_text', text: '20 °C' },
        { type: 'input_image', image_url: 'x' },
      ],
    },
    ['Tool output (c)', '  20 °C', '  [input_image]'],
  ],
  [
    'a web search',
    {
      type: 'web_search_call',
      action: { type: 'search', query: 'tokyo', sources: [{ type: 'url' }, { type: 'url' }] },
    },
    ['Web search: "tokyo"', '  2 sources'],
  ],
  [
    'several web searches',
    { type: 'web_search_call', action: { type: 'search', query: 'a', queries: ['a', 'b'] } },
    ['Web search: "a", "b"'],
  ],
  [
    'an opened page',
    { type: 'web_search_call', action: { type: 'open_page', url: 'https://a.example' } },
    ['Opened page: https://a.example'],
  ],
  [
    'a search in a page',
    { type: 'web_search_call', action: { type: 'find_in_page', url: 'https://a.example', pattern: 'mill' } },
    ['Looked for "mill" in https://a.example'],
  ],
  [
    'a file search',
    {
      type: 'file_search_call',
      queries: ['food'],
      results: [{ filename: 'a.txt', score: 0.987 }, { file_id: 'file_1' }],
    },
    ['File search: "food"', '  a.txt (0.99)', '  file_1'],
  ],
  [
    'code and its output',
    {
      type: 'code_interpreter_call',
      code: 'a = 1\r\n\r\nprint(a)\r\n',
      outputs: [
        { type: 'logs', logs: '1\n' },
        { type: 'image', url: 'https://a.example/plot.png' },
      ],
    },
    ['Code:', '  a = 1', '', '  print(a)', '  Output:', '    1', '    Image: https://a.example/plot.png'],
  ],
  ['a program', { type: 'program', code: 'await f()' }, ['Program:', '  await f()']],
  ['a program output', { type: 'program_output', result: '{"a":1}' }, ['Program output:', '  {"a":1}']],
  [
    'an image',
    { type: 'image_generation_call', result: 'ZmFrZQ==', revised_prompt: 'A boat' },
    [
      'Image: 4 bytes',
      '  Prompt: A boat',
      '  To save it, run with --json and decode the result:',
      "    … --json | jq -r '.item.result? // empty' | tail -1 | base64 -d > image.png",
    ],
  ],
  [
    'an image that did not come',
    { type: 'image_generation_call', status: 'failed', result: null },
    ['Image: none came', '  (failed)'],
  ],
  [
    'shell commands',
    { type: 'shell_call', call_id: 'c', action: { commands: ['ls -a', 'cat <<E\nhi\nE'] } },
    ['Shell (c)', '  $ ls -a', '  $ cat <<E', '    hi', '    E'],
  ],
  [
    'a shell output',
    {
      type: 'shell_call_output',
      call_id: 'c',
      output: [
        { stdout: 'a\n', stderr: '', outcome: { type: 'exit', exit_code: 0 } },
        { stdout: '', stderr: 'no\n', outcome: { type: 'exit', exit_code: 2 } },
        { stdout: '', stderr: '', outcome: { type: 'timeout' } },
      ],
    },
    ['Shell output (c)', '  a', '  no', '  (exit code 2)', '  (timed out)'],
  ],
  [
    'a local shell command',
    {
      type: 'local_shell_call',
      call_id: 'c',
      action: { type: 'exec', command: ['echo', "it's", '~'], working_directory: '/tmp' },
    },
    ['Shell (c)', '  in /tmp', "  $ echo 'it'\\''s' ~"],
  ],
  [
    'a local shell output',
    { type: 'local_shell_call_output', output: 'a\nb' },
    ['Shell output', '  a', '  b'],
  ],
  [
    'a patch',
    { type: 'apply_patch_call', operation: { type: 'update_file', path: 'a.ts', diff: '@@\n-old\n+new\n' } },
    ['Patch: update a.ts', '  @@', '  -old', '  +new'],
  ],
  [
    'a deletion',
    { type: 'apply_patch_call', operation: { type: 'delete_file', path: 'a.ts' } },
    ['Patch: delete a.ts'],
  ],
  [
    'a patch that failed',
    { type: 'apply_patch_call_output', status: 'failed', output: 'no such line' },
    ['Patch: failed', '  no such line', '  (failed)'],
  ],
  [
    'MCP tools',
    { type: 'mcp_list_tools', server_label: 'wiki', tools: [{ name: 'ask' }, { name: 'read' }] },
    ['MCP tools of wiki: ask, read'],
  ],
  [
    'MCP tools that could not be listed',
    { type: 'mcp_list_tools', server_label: 'wiki', error: 'refused' },
    ['MCP tools of wiki could not be listed:', '  refused'],
  ],
  [
    'an MCP call',
    {
      type: 'mcp_call',
      server_label: 'wiki',
      name: 'ask',
      arguments: '{"q":"x"}',
      output: 'Well.',
      error: null,
    },
    ['MCP call: wiki.ask', '  q: "x"', '  Output:', '    Well.'],
  ],
  [
    'an MCP call that failed',
    {
      type: 'mcp_call',
      server_label: 'wiki',
      name: 'ask',
      arguments: '',
      error: { type: 'http_error', code: 500, message: 'broken' },
    },
    ['MCP call: wiki.ask', '  Error:', '    broken'],
  ],
  [
    'an MCP approval request',
    {
      type: 'mcp_approval_request',
      id: 'mcpr_1',
      server_label: 'zip',
      name: 'shorten',
      arguments: '{"url":"x"}',
    },
    [
      'MCP call needs your approval: zip.shorten',
      '  url: "x"',
      '  Answer with an mcp_approval_response for mcpr_1.',
    ],
  ],
  [
    'an MCP approval',
    { type: 'mcp_approval_response', approve: false, reason: 'no' },
    ['MCP call not approved: no'],
  ],
  [
    'a tool search',
    { type: 'tool_search_call', arguments: { queries: ['rates'] } },
    ['Tool search: "rates"'],
  ],
  [
    'a tool search of yours',
    { type: 'tool_search_call', call_id: 'c', arguments: { goal: 'find rates' } },
    ['Tool search (c)', '  goal: "find rates"'],
  ],
  [
    'what it found',
    { type: 'tool_search_output', tools: [{ type: 'function', name: 'get_rate' }, { type: 'web_search' }] },
    ['Tools found: get_rate, web_search'],
  ],
  ['added tools', { type: 'additional_tools', tools: [] }, ['Tools added: none']],
  [
    'computer actions',
    {
      type: 'computer_call',
      call_id: 'c',
      actions: [{ type: 'click', x: 1, y: 2 }, { type: 'wait' }],
      pending_safety_checks: [{ id: 's', message: 'Careful' }],
    },
    ['Computer (c)', '  click x=1 y=2', '  wait', '  Safety check: Careful'],
  ],
  [
    'a screenshot',
    {
      type: 'computer_call_output',
      output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' },
    },
    ['Screenshot'],
  ],
  [
    'a compaction',
    { type: 'compaction', encrypted_content: 'x' },
    ['The conversation so far was compacted.'],
  ],
  [
    'a search of xAI',
    { type: 'x_search_call', name: 'x_search', call_id: 'c', arguments: '{"query":"mills"}' },
    ['X search with x_search (c)', '  query: "mills"'],
  ],
  [
    'an item of the future',
    { type: 'dream_call', id: 'd_1', status: 'completed', vision: { of: 'mills' } },
    ['Output of type dream_call', '  status: "completed"', '  vision: {"of":"mills"}'],
  ],
]

test.each(examples)('%s', (_name, item, printed) => {
  expect(lines(item)).toEqual(printed)
})

test('what the reader must not miss stands out', () => {
  const blocks = [
    itemBlock({ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }),
    itemBlock({ type: 'mcp_approval_request' }),
    itemBlock({ type: 'function_call' }),
  ]
  expect(blocks.map((block) => block?.stands)).toEqual(['out', 'out', undefined])
})

describe('an item that did not come to its end', () => {
  const call = { type: 'function_call', name: 'f', call_id: 'c', arguments: '{"a' }

  test('says so when its status does, or when the caller knows', () => {
    const remarks = [
      itemBlock({ ...call, status: 'incomplete' }),
      itemBlock({ ...call, status: 'in_progress' }, { cutOff: true }),
    ]
    const printed = ['Tool call: f (c)', '  {"a', '  (cut off)']
    expect(remarks.map((block) => block?.lines)).toEqual([printed, printed])
  })

  test('is not called cut off for a status that finished items have too', () => {
    expect(lines({ ...call, status: 'in_progress' })).toEqual(['Tool call: f (c)', '  {"a'])
  })
})

test('every type survives an item that has nothing but its type, or nulls', () => {
  const types = [...new Set(examples.map(([, item]) => ('type' in item ? item.type : undefined)))]
  const fields = [
    'content',
    'summary',
    'arguments',
    'action',
    'actions',
    'queries',
    'results',
    'outputs',
    'output',
    'operation',
    'tools',
    'error',
    'result',
    'name',
  ]
  const nulls = Object.fromEntries(fields.map((name) => [name, null]))
  for (const type of [...types, undefined]) {
    expect(() => [
      itemBlock({ type }),
      itemBlock({ ...nulls, type }),
      itemActivity({ ...nulls, type }),
    ]).not.toThrow()
  }
  expect(itemBlock(null)?.lines).toEqual(['Output of type unknown'])
})

test('the status line says what the model is doing', () => {
  const items = [
    { type: 'reasoning' },
    { type: 'message' },
    { type: 'function_call', name: 'weather' },
    { type: 'mcp_call', server_label: 'wiki', name: 'ask' },
    { type: 'web_search_call' },
    { type: 'code_interpreter_call' },
    { type: 'dream_call' },
  ]
  expect(items.map(itemActivity)).toEqual([
    'thinking',
    'writing',
    'calling weather',
    'calling wiki.ask',
    'searching the web',
    'writing code',
    'dream_call',
  ])
})
