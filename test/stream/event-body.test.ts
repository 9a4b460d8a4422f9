import { describe, expect, it } from 'vitest'
import { APIError } from '../../src/errors/api-error.js'
import { eventBody } from '../../src/stream/event-body.js'

const completed = { id: 'resp_t', object: 'response', status: 'completed', error: null, output: [] }
const events = 'data: {"type":"keepalive"}\n\n'

function http(body: BodyInit | null, contentType?: string): Response {
  const response = new Response(body)
  response.headers.delete('content-type')
  if (contentType !== undefined) response.headers.set('content-type', contentType)
  return response
}

async function open(response: Response, strict = false) {
  const notices: string[] = []
  const reader = eventBody(response, { strict, report: (rule) => notices.push(rule) })
  let text = ''
  for (let chunk = await reader.read(); chunk !== undefined; chunk = await reader.read()) {
    text += typeof chunk === 'string' ? chunk : new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk)
  }
  return { text, notices }
}

async function failure(response: Response, strict = false): Promise<APIError> {
  const error = await open(response, strict).catch((reason: unknown) => reason)
  if (!(error instanceof APIError)) throw new Error('expected an APIError', { cause: error })
  return error
}

describe('B052: an event stream', () => {
  it.each(['text/event-stream', 'text/event-stream; charset=UTF-8', 'Text/Event-Stream'])(
    'is taken as %s in both modes',
    async (type) => {
      expect(await open(http(events, type))).toEqual({ text: events, notices: [] })
      expect(await open(http(events, type), true)).toEqual({ text: events, notices: [] })
    },
  )

  it.each([undefined, 'text/plain', 'application/octet-stream'])(
    'is recognised by its first bytes as %s, unless strict',
    async (type) => {
      expect(await open(http(events, type))).toEqual({ text: events, notices: ['content-type'] })
      expect(await failure(http(events, type), true)).toMatchObject({
        status: 200,
        code: 'unexpected_content_type',
      })
    },
  )

  it.each([
    ': hi\n\n',
    'event: x\n',
    'id: 1\n',
    'retry: 5\n',
    'data\n\n',
    '\n\ndata: x\n\n',
    '\uFEFFdata: x\n\n',
  ])('may begin with %j', async (start) => {
    expect(await open(http(start))).toMatchObject({ notices: ['content-type'] })
  })

  it('may arrive with a first chunk of one byte', async () => {
    const bytes = new TextEncoder().encode(events)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await open(http(body))).toEqual({ text: events, notices: ['content-type'] })
  })

  it('may be empty: the stream says what that means', async () => {
    expect(await open(http('', 'text/event-stream'))).toEqual({ text: '', notices: [] })
  })
})

describe('B050: a JSON body', () => {
  it('that is a response becomes the events it would have been', async () => {
    for (const [text, type] of [
      [JSON.stringify(completed), 'application/json'],
      [JSON.stringify(completed, null, 2), 'text/event-stream'],
    ] as const) {
      const { text: events, notices } = await open(http(text, type))
      expect(notices).toEqual(['non-streamed'])
      expect(events.match(/^event: .*$/gm)).toEqual([
        'event: response.created',
        'event: response.in_progress',
        'event: response.completed',
      ])
      expect(events).toContain(
        JSON.stringify({ type: 'response.completed', response: completed, sequence_number: 2 }),
      )
    }
  })

  it('that is a response is refused in strict mode', async () => {
    const error = await failure(http(JSON.stringify(completed), 'application/json'), true)
    expect(error).toMatchObject({ status: 200, code: 'unexpected_content_type' })
    expect(error.message).toContain('Expected text/event-stream. Got application/json')
  })

  it.each(['application/json', 'text/event-stream'])(
    'that is an error is that error, as %s',
    async (type) => {
      const body = { error: { message: 'quota', type: 'insufficient_quota', code: 'insufficient_quota' } }
      expect(await failure(http(JSON.stringify(body), type))).toMatchObject({
        code: 'insufficient_quota',
        type: 'insufficient_quota',
        error: body.error,
        retryable: false,
      })
    },
  )

  it('that is neither says how it begins', async () => {
    const error = await failure(http('{"detail":"not here"}', 'application/json'))
    expect(error.message).toBe(
      'Expected text/event-stream. Got application/json with status 200. It begins: "{\\"detail\\":\\"not here\\"}"',
    )
  })
})

describe('B051: an HTML page', () => {
  const page = `<html><head><title> Blocked </title></head>${'x'.repeat(2000)}</html>`

  it.each(['text/html', undefined])('is named with its title, as %s', async (type) => {
    const error = await failure(http(page, type))
    expect(error).toMatchObject({ status: 200, code: 'unexpected_content_type', retryable: false })
    expect(error.error).toEqual({ message: page.slice(0, 512), content_type: type ?? '', title: 'Blocked' })
    expect(error.message).toContain('The page\'s title is "Blocked"')
  })
})

it('B138: a body that is null is a clear error', async () => {
  await expect(open(http(null, 'text/event-stream'))).rejects.toMatchObject({ code: 'no_body' })
})
