// Function calls in parallel, and the loop around them.
import { Millrace } from 'millrace'
import type { ResponseInputItem } from 'millrace/events'
import { functionTool, runFunctionCalls, toResponseInputItems } from 'millrace/structured'
import { z } from 'zod'

const parameters = z.object({ city: z.string() })
const tools = [
  functionTool({ name: 'get_weather', parameters, execute: ({ city }) => `21 degrees in ${city}` }),
  functionTool({ name: 'get_time', parameters, execute: ({ city }) => `noon in ${city}` }),
]

const client = new Millrace()
const input: ResponseInputItem[] = [{ role: 'user', content: 'Tell me the weather and time in Lisbon.' }]
for (;;) {
  const response = await client.responses.create({ model: 'gpt-5-mini', input, tools })
  const results = await runFunctionCalls(response, tools)
  if (results.length === 0) {
    console.log(response.output_text)
    break
  }
  for (const { output } of results) console.log(output)
  input.push(...toResponseInputItems(response.output), ...results)
}
