import Database from 'better-sqlite3'
import { test } from 'vitest'
import { sqliteStore } from '../../../src/store/sqlite.js'
import { expectLikeModel } from '../model.js'

test(
  'whatever is done in whatever order, the store does what a simple model says',
  () => expectLikeModel((options) => sqliteStore(new Database(':memory:'), options)),
  60_000,
)
