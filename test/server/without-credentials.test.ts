import { expect, test } from 'vitest'
import { memoryStore } from '../../src/store/memory/memory-store.js'
import type { BackendRun } from '../../src/server/backend.js'
import { idOf, post, testServer } from './support.js'

test('the keys of other servers reach the backend, and neither the store nor the client', async () => {
  const store = memoryStore()
  let run: BackendRun | undefined
  const server = testServer(
    (own) => {
      run = own
      return own.writer.complete()
    },
    { store },
  )
  const tool = {
    type: 'mcp',
    server_label: 's',
    server_url: 'https://mcp.example',
    authorization: 'secret-1',
    headers: { 'x-key': 'secret-2' },
  }
  const response: unknown = await (await post(server, { model: 'm', input: 'Hi', tools: [tool] })).json()
  expect(run?.params.tools).toEqual([tool])
  expect(JSON.stringify(response)).not.toContain('secret')
  expect(JSON.stringify(await store.records.read(idOf(response)))).not.toContain('secret')
  await server.close()
})
