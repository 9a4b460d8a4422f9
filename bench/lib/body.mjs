/** A fetch `Response` whose body gives one chunk for each read. @param {Uint8Array[]} chunks */
export function bodyOf(chunks) {
  let next = 0
  const stream = new ReadableStream({
    pull(controller) {
      if (next < chunks.length) controller.enqueue(chunks[next++])
      else controller.close()
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

/** A `fetch` that answers every request with these chunks. @param {Uint8Array[]} chunks */
export function fetchOf(chunks) {
  return async () => bodyOf(chunks)
}
