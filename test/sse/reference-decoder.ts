import type { ServerSentEvent } from '../../src/sse/server-sent-event.js'

export interface Decoded {
  events: ServerSentEvent[]
  lastEventId: string
  retry: number | undefined
  comments: string[]
}

/**
 * The rules of an event stream, written down as plainly as they read and without any thought of
 * speed or chunks: the whole input at once, cut into lines by an expression.
 */
export function referenceDecode(input: Uint8Array | string): Decoded {
  const text = typeof input === 'string' ? input.replace(/^\uFEFF/, '') : new TextDecoder().decode(input)
  const lines = text.split(/\r\n|\r|\n/)
  const cutLine = lines.pop() ?? ''
  const decoded: Decoded = { events: [], lastEventId: '', retry: undefined, comments: [] }
  let block = newBlock()
  for (const line of lines) {
    if (line === '') {
      dispatch(block, decoded)
      block = newBlock()
    } else {
      readLine(line, block, decoded)
    }
  }
  if (/^data(:|$)/.test(cutLine)) readLine(cutLine, block, decoded)
  const count = decoded.events.length
  dispatch(block, decoded)
  const pending = decoded.events[count]
  if (pending) pending.unterminated = true
  return decoded
}

interface Block {
  name: string
  data: string[]
  id?: string
  retry?: number
}

function newBlock(): Block {
  return { name: '', data: [] }
}

function readLine(line: string, block: Block, decoded: Decoded): void {
  const [, field = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? []
  if (line.startsWith(':')) decoded.comments.push(value)
  if (field === 'data') block.data.push(value)
  if (field === 'event') block.name = value
  if (field === 'id' && !value.includes('\0')) block.id = value
  if (field === 'retry' && /^[0-9]+$/.test(value)) block.retry = decoded.retry = Number(value)
}

function dispatch(block: Block, decoded: Decoded): void {
  if (block.id !== undefined) decoded.lastEventId = block.id
  const data = block.data.join('\n')
  if (data === '') return
  decoded.events.push({
    ...(block.name !== '' && { event: block.name }),
    data,
    ...(block.id !== undefined && { id: block.id }),
    ...(block.retry !== undefined && { retry: block.retry }),
  })
}
