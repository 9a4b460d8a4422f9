import { describe, expect, it } from 'vitest'
import { declaration } from '../../src/structured/declaration.js'
import { readDeclarations } from '../../src/structured/declarations.js'

const values = { parse: (text: string) => ({ parsed: text }) }
const format = { type: 'json_schema', name: 'f', schema: {}, [declaration]: values }

describe('readDeclarations', () => {
  it.each([
    [{}],
    [{ text: null, tools: null }],
    [{ text: { format: { type: 'text' } }, tools: [{ type: 'web_search' }, null, 'x'] }],
    [{ tools: [{ type: 'function', [declaration]: values }] }],
  ])('finds nothing in %j', (request) => {
    expect(readDeclarations(request)).toBeUndefined()
  })

  it('finds a tool in a namespace by both names', () => {
    const inner = { type: 'function', name: 'a', [declaration]: values }
    const tools = [{ type: 'namespace', name: 'crm', tools: [inner] }]
    expect(readDeclarations({ tools })?.tools).toEqual(new Map([['crm a', values]]))
  })

  it('finds the format and the named tools, and passes over the rest', () => {
    const tools = [{ type: 'web_search' }, { type: 'function', name: 'a', [declaration]: values }]
    expect(readDeclarations({ text: { format }, tools })).toEqual({
      format: values,
      tools: new Map([['a', values]]),
    })
  })
})
