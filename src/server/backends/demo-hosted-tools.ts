import type { Tool } from '../../events/tools.js'
import type { DemoRequest } from './demo-request.js'
import type { Speaker } from './demo-speaker.js'

/** One grey pixel. */
const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const page = { url: 'https://example.com/', title: 'Example Domain' }

type HostedTool = (request: DemoRequest, speaker: Speaker) => Promise<void>

const webSearch: HostedTool = async ({ prompt }, { writer, cite }) => {
  const search = writer.webSearch()
  await search.searching()
  await search.done({ action: { type: 'search', query: prompt, sources: [{ type: 'url', url: page.url }] } })
  cite(page)
}

const fileSearch: HostedTool = async ({ prompt, params }, { writer }) => {
  const search = writer.fileSearch({ queries: [prompt] })
  await search.searching()
  const results = [
    {
      file_id: 'file_demo',
      filename: 'demo.txt',
      text: 'A line of the demo file.',
      score: 0.9,
      attributes: {},
    },
  ]
  await search.done({ results: params.include?.includes('file_search_call.results') ? results : null })
}

const codeInterpreter: HostedTool = async ({ params }, { writer, say }) => {
  const call = writer.codeInterpreter()
  if (!(await say('print("Hello from the demo model")', (piece) => call.code(piece)))) return
  await call.interpreting()
  const outputs = [{ type: 'logs' as const, logs: 'Hello from the demo model\n' }]
  await call.done({ outputs: params.include?.includes('code_interpreter_call.outputs') ? outputs : null })
}

const imageGeneration: HostedTool = async ({ prompt }, { writer }) => {
  const call = writer.imageGeneration()
  await call.partialImage(image, { output_format: 'png' })
  await call.done({ result: image, output_format: 'png', revised_prompt: prompt })
}

/** The tools that the demo model runs itself; it goes on to talk afterwards. */
export const demoHostedTools: Partial<Record<Tool['type'], HostedTool>> = {
  web_search: webSearch,
  web_search_2025_08_26: webSearch,
  web_search_preview: webSearch,
  web_search_preview_2025_03_11: webSearch,
  file_search: fileSearch,
  code_interpreter: codeInterpreter,
  image_generation: imageGeneration,
}
