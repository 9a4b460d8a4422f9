import { expect, test } from 'vitest'
import { findDriver } from '../../src/cli/serve-store.js'
import { hasSqlite } from '../has-sqlite.js'

test('without a driver for SQLite it says which there are', async () => {
  await expect(findDriver([['no-such-sqlite', 'default']])).rejects.toMatchObject({
    message: 'An SQLite store needs a driver, and there is none.',
    hints: expect.arrayContaining([expect.stringContaining('npm install better-sqlite3')]) as string[],
  })
})

test.skipIf(!hasSqlite)('the first driver that is there is taken', async () => {
  const open = await findDriver([
    ['no-such-sqlite', 'default'],
    ['better-sqlite3', 'default'],
  ])
  const database = open(':memory:')
  expect(database.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 })
  database.close()
})
