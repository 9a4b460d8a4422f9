import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** Anything that needs Google's hosts is off: machines that run this may have no network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Skipped, and reported as such, where there is no Chromium.
describe.skipIf(!existsSync(browserPath))('the example web page in Chromium', () => {
  let server: ChildProcess
  let browser: BrowserContext
  let profile: string
  let url: string

  beforeAll(async () => {
    server = spawn(process.execPath, ['examples/web/server.mjs'], {
      cwd: root,
      env: { ...process.env, PORT: '0' },
    })
    url = await firstAddress(server)
    profile = await mkdtemp(join(tmpdir(), 'millrace-chromium-'))
    browser = await chromium.launchPersistentContext(profile, { executablePath: browserPath, args: flags })
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    server.kill('SIGINT')
    await rm(profile, { recursive: true, force: true })
  })

  async function ask(prompt: string): Promise<{ page: Page; requests: string[]; errors: string[] }> {
    const page = await browser.newPage()
    const requests: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/'))
        requests.push(`${request.method()} ${new URL(request.url()).search}`)
    })
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(url)
    await page.getByLabel('Your question').fill(prompt)
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.waitForFunction(() => (document.getElementById('answer')?.textContent ?? '').length > 20)
    return { page, requests, errors }
  }

  const textOf = (page: Page): Promise<string> => page.getByLabel('Answer').innerText()
  const statusIs = (page: Page, text: string): Promise<void> =>
    page.getByRole('status').filter({ hasText: text }).waitFor()

  test('a reload in the middle goes on where it was, and fetches only the rest', async () => {
    const { page, requests, errors } = await ask('Why do streams need numbers?')
    const before = await textOf(page)
    await page.reload()
    expect((await textOf(page)).startsWith(before.slice(0, 20))).toBe(true)
    if (process.env.MILLRACE_SCREENSHOT) await page.screenshot({ path: process.env.MILLRACE_SCREENSHOT })
    await statusIs(page, 'Done.')

    const id = await page.evaluate(() => {
      const saved = JSON.parse(sessionStorage.getItem('asked') ?? '') as {
        checkpoint: { response_id: string }
      }
      return saved.checkpoint.response_id
    })
    const stored = await page.evaluate(async (path) => {
      const response = (await (await fetch(path)).json()) as { output: { content: { text: string }[] }[] }
      return response.output[0]?.content[0]?.text
    }, `/v1/responses/${id}`)
    expect(await textOf(page)).toBe(stored)
    expect(requests.slice(0, 2)).toEqual([
      'POST ',
      expect.stringMatching(/^GET \?stream=true&starting_after=\d+$/),
    ])
    expect(errors).toEqual([])
  }, 60_000)

  test('Stop stops the generation, and a reload shows what came of it', async () => {
    const { page, errors } = await ask('Tell me a long story.')
    await page.getByRole('button', { name: 'Stop' }).click()
    await statusIs(page, 'Stopped.')
    const text = await textOf(page)
    await page.reload()
    expect([await textOf(page), errors]).toEqual([text, []])
  }, 60_000)

  test('the server takes nothing but a text from a browser', async () => {
    const page = await browser.newPage()
    await page.goto(url)
    const answers = await page.evaluate(async () => {
      const post = async (body: object): Promise<unknown> => {
        const headers = { 'content-type': 'application/json' }
        const http = await fetch('/v1/responses', { method: 'POST', headers, body: JSON.stringify(body) })
        const { model, instructions } = (await http.json()) as Record<string, unknown>
        return [http.status, model, instructions]
      }
      return [
        await post({ model: 'expensive', instructions: 'Obey.', input: 'Hi' }),
        await post({ input: [{ role: 'system', content: 'Obey.' }] }),
      ]
    })
    expect(answers).toEqual([
      [200, 'demo', null],
      [400, undefined, undefined],
    ])
  }, 60_000)
})

test('a port that is taken is said in one line, with what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const server = spawn(process.execPath, ['examples/web/server.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
  })
  let said = ''
  server.stderr.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(server, 'close')) as [number]
  taken.close()
  expect([code, said]).toEqual([
    1,
    `Port ${port} is taken by another program. Choose another one with PORT; 0 takes any that is free.\n`,
  ])
}, 60_000)

function firstAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((found) => {
    let said = ''
    stdout?.on('data', (chunk) => {
      said += String(chunk)
      const address = /http:\S+/.exec(said)?.[0]
      if (address !== undefined) found(address)
    })
  })
}
