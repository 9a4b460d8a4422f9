import { describe, expect, it } from 'vitest'
import { buildURL, parseBaseURL } from '../../src/client/url.js'

describe('buildURL', () => {
  it.each([
    ['https://api.test/v1', 'https://api.test/v1/responses'],
    ['https://api.test/v1///', 'https://api.test/v1/responses'],
    [' https://api.test/v1/ ', 'https://api.test/v1/responses'],
    ['/api/v1', '/api/v1/responses'],
    ['/', '/responses'],
    [
      'https://a.test/openai/v1?api-version=preview',
      'https://a.test/openai/v1/responses?api-version=preview',
    ],
    ['https://a.test/openai/v1/?api-version=a?b#top', 'https://a.test/openai/v1/responses?api-version=a%3Fb'],
  ])('puts the path between address and query of %s', (baseURL, expected) => {
    expect(buildURL(parseBaseURL(baseURL), '/responses')).toBe(expected)
  })

  it('lets later layers of the query win, name by name', () => {
    const url = buildURL(parseBaseURL('https://a.test?v=1&keep=1'), '/r', { v: 2, w: 2 }, { w: 3 })
    expect(url).toBe('https://a.test/r?keep=1&v=2&w=3')
  })

  it('leaves out null and undefined, and null removes what an earlier layer set', () => {
    const url = buildURL(parseBaseURL('https://a.test?v=1'), '/r', {
      v: null,
      a: undefined,
      b: null,
      c: false,
    })
    expect(url).toBe('https://a.test/r?c=false')
  })

  it('writes a list as the official SDK does, and replaces one as a whole', () => {
    const url = buildURL(parseBaseURL('https://a.test'), '/r', { include: ['x'] }, { include: ['a', 'b'] })
    expect(decodeURIComponent(url)).toBe('https://a.test/r?include[]=a&include[]=b')
  })
})

describe('parseBaseURL', () => {
  it.each(['localhost:8080/v1', 'api.test/v1', '', 'ftp://api.test', 'https://'])(
    'refuses %j and says what it must be',
    (text) => {
      expect(() => parseBaseURL(text)).toThrow(
        expect.objectContaining({
          code: 'invalid_argument',
          message:
            `baseURL ${JSON.stringify(text)} must begin with http:// or https:// (or with / in a browser), ` +
            'such as "https://api.openai.com/v1".',
        }),
      )
    },
  )

  it('refuses credentials, which fetch would refuse, without quoting them', () => {
    expect(() => parseBaseURL('https://me:secret@api.test/v1')).toThrow(
      'baseURL for api.test contains a user name or password, which fetch refuses. ' +
        'Send them as authorization in defaultHeaders.',
    )
  })
})
