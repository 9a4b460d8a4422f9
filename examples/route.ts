// A route that asks a model for a page. Key, system prompt and tools stay at the server.
import { APIError, Millrace, ResponseStream, toResponse } from 'millrace'

const client = new Millrace()

/** As Next.js takes it, and Hono, Bun and Deno: a Request in, a Response out. */
export async function POST(request: Request): Promise<Response> {
  const stream = client.responses.stream({
    model: 'gpt-5-mini',
    instructions: 'You are the concierge of a hotel whose name is a secret.',
    tools: [{ type: 'function', name: 'open_safe', parameters: null, strict: null }],
    tool_choice: 'none',
    input: await request.text(),
  })
  return toResponse(stream, { request })
}

// The page's end. In a browser it is ResponseStream.from(fetch('/ask', { method: 'POST', body })).
const page = ResponseStream.from(POST(new Request('http://localhost/ask', { method: 'POST', body: 'Hello' })))
try {
  for await (const piece of page.textStream()) process.stdout.write(piece)
  const { instructions, tools } = await page.finalResponse()
  console.log('\n\nThe page got', { instructions, tools })
} catch (error) {
  if (!(error instanceof APIError)) throw error
  console.log(`The page got a ${error.status} and may ask again after ${error.retryAfter} ms.`)
}
