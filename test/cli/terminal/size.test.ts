import { expect, test } from 'vitest'
import { sizeOf } from '../../../src/cli/terminal/size.js'

test('80 by 24 where a terminal does not say, or says zero', () => {
  expect([sizeOf({ columns: 40, rows: 10 }), sizeOf({}), sizeOf({ columns: 0, rows: 0 })]).toEqual([
    { columns: 40, rows: 10 },
    { columns: 80, rows: 24 },
    { columns: 80, rows: 24 },
  ])
})
