// Structured output with zod: a value that grows while it streams, and the checked one at the end.
import { Millrace } from 'millrace'
import { textFormat } from 'millrace/structured'
import { z } from 'zod'

const Recipe = z.object({ title: z.string(), minutes: z.int().min(5), steps: z.array(z.string()).min(2) })

const client = new Millrace()
const stream = client.responses.stream({
  model: 'gpt-5-mini',
  input: 'Give me a recipe for Apple Pie.',
  text: { format: textFormat(Recipe, 'recipe') },
})

for await (const recipe of stream.partialStream()) console.log(recipe)

const { output_parsed } = await stream.finalResponse({ require: 'parsed' })
console.log(`${output_parsed.title} takes ${output_parsed.minutes} minutes.`)
