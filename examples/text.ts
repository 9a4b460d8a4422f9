// Text to the terminal as it arrives, and what it cost.
import { Millrace } from 'millrace'

const client = new Millrace()
const stream = client.responses.stream({ model: 'gpt-5-mini', input: 'What is streaming?' })

for await (const piece of stream.textStream()) process.stdout.write(piece)

const { status, usage } = await stream.finalResponse()
console.log(`\n\n${status}: ${usage?.output_tokens} tokens`)
