// One recorded stream through the built core, with nothing but web standards: whatever runs this file
// can run millrace. `millrace` is the main entry, `bytes` the recording.

/** Small and odd, so that cuts fall inside UTF-8 sequences and line ends. */
const chunkSize = 997

function* chunksOf(bytes) {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
}

export async function readCapture({ SSEDecoder, Stream, ResponseStream, accumulate }, bytes) {
  const decoder = new SSEDecoder()
  let frames = 0
  for (const chunk of chunksOf(bytes)) frames += decoder.feed(chunk).length
  frames += decoder.end().length

  let state
  const accumulated = await outcomeOf(async () => {
    for await (const event of Stream.from(chunksOf(bytes))) state = accumulate(state, event)
  })

  let events = 0
  const stream = ResponseStream.from(
    new Response(bytes, { headers: { 'content-type': 'text/event-stream' } }),
  )
  const streamed = await outcomeOf(async () => {
    for await (const _event of stream) events += 1
  })
  const snapshot = stream.snapshot
  return {
    frames,
    events,
    accumulated,
    accumulated_text: state?.response?.output_text,
    streamed,
    status: snapshot?.status,
    output_text: snapshot?.output_text,
  }
}

async function outcomeOf(read) {
  try {
    await read()
    return 'ended'
  } catch (error) {
    return `${error.name}: ${error.code}`
  }
}
