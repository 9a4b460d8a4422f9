import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { mergeHeaders, toFetchHeaders } from '../../src/client/headers.js'

describe('mergeHeaders', () => {
  it('merges every form by lower-case name, the last one winning', () => {
    const merged = mergeHeaders(
      { Accept: 'a', 'X-One': '1' },
      new Headers({ 'X-One': '2' }),
      [['ACCEPT', 'b']],
      undefined,
    )
    expect(merged).toEqual({ accept: 'b', 'x-one': '2' })
  })

  it('keeps null as a removal and ignores undefined', () => {
    expect(mergeHeaders({ accept: 'a', 'x-one': '1' }, { Accept: null, 'X-One': undefined })).toEqual({
      accept: null,
      'x-one': '1',
    })
  })

  it('takes null for no headers at all', () => {
    expect(mergeHeaders({ accept: 'a' }, null, undefined)).toEqual({ accept: 'a' })
  })
})

describe('toFetchHeaders', () => {
  it('leaves removed headers out', () => {
    expect([...toFetchHeaders({ accept: null, 'x-one': '1' })]).toEqual([['x-one', '1']])
  })

  it('names a header that cannot be sent and keeps its value to itself', () => {
    let error: unknown
    try {
      toFetchHeaders({ authorization: 'Bearer sk-\u2013secret' })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({
      code: 'invalid_argument',
      message:
        'The header "authorization" cannot be sent: its name or value has a character that HTTP forbids ' +
        '(often a line break in a key that was pasted or read from a file).',
    })
    expect(inspect(error)).not.toContain('secret')
  })
})
