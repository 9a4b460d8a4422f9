import { afterEach, describe, expect, it, vi } from 'vitest'
import { isBrowser, randomKey, readEnvironment } from '../../src/client/environment.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe('readEnvironment', () => {
  it.each([
    ['value', 'value'],
    [' value\n', 'value'],
    ['  ', undefined],
  ])('reads %j as %j', (set, expected) => {
    vi.stubEnv('MILLRACE_TEST', set)
    expect(readEnvironment('MILLRACE_TEST')).toBe(expected)
  })

  it('finds nothing where there is no process', () => {
    vi.stubGlobal('process', undefined)
    expect(readEnvironment('PATH')).toBeUndefined()
  })

  it('finds nothing where reading needs a permission that was not given', () => {
    const refuse = (): never => {
      throw new Error('NotCapable')
    }
    vi.stubGlobal('process', { env: new Proxy({}, { get: refuse }) })
    expect(readEnvironment('PATH')).toBeUndefined()
  })
})

describe('isBrowser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', true],
    ['Node.js/22', false],
    ['Deno/2.1', false],
    ['Cloudflare-Workers', false],
    [undefined, false],
  ])('with the user agent %s is %s', (userAgent, expected) => {
    vi.stubGlobal('navigator', { userAgent })
    expect(isBrowser()).toBe(expected)
  })

  it('is false without a navigator', () => {
    vi.stubGlobal('navigator', undefined)
    expect(isBrowser()).toBe(false)
  })
})

describe('randomKey', () => {
  it('is a UUID', () => {
    expect(randomKey()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('is as long where the runtime makes no UUIDs', () => {
    vi.stubGlobal('crypto', {})
    expect(randomKey()).toMatch(/^[0-9a-f]{32}$/)
  })
})
