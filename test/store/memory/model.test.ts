import { test } from 'vitest'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import { expectLikeModel } from '../model.js'

test(
  'whatever is done in whatever order, the store does what a simple model says',
  () => expectLikeModel(memoryStore),
  60_000,
)
