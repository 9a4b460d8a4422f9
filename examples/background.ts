// A background run goes on at the server without you: leave it, and resume where you were.
import { Millrace } from 'millrace'

const client = new Millrace()
let id = ''
{
  await using stream = client.responses.stream({ input: 'Hello', model: 'gpt-4o', background: true })
  for await (const event of stream) {
    if (event.type === 'response.created') id = event.response.id
    if (event.sequence_number === 10) break
  }
}

// Later, in any process that knows the id and the number ...
{
  await using stream = client.responses.stream({ response_id: id, starting_after: 10 })
  let first: number | null | undefined
  for await (const event of stream) first ??= event.sequence_number
  const response = await stream.finalResponse()
  console.log(`resumed with event ${first}: ${response.status}`)
  console.log(response.output_text)
}
