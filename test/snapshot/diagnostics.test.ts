import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../../src/errors/stream-error.js'
import { createDiagnostics, type Diagnostic } from '../../src/snapshot/diagnostics.js'

test('one entry for each rule and output item counts how often it happened', () => {
  const { all, report } = createDiagnostics()
  report('item-not-added', 'first', { sequence_number: 4, output_index: 0 })
  report('item-not-added', 'again', { sequence_number: 5, output_index: 0 })
  report('item-not-added', 'elsewhere', { sequence_number: 6, output_index: 1 })
  report('sse-bom', 'at the start')
  expect(all).toEqual([
    {
      rule: 'item-not-added',
      severity: 'error',
      message: 'first',
      sequence_number: 4,
      output_index: 0,
      count: 2,
    },
    {
      rule: 'item-not-added',
      severity: 'error',
      message: 'elsewhere',
      sequence_number: 6,
      output_index: 1,
      count: 1,
    },
    { rule: 'sse-bom', severity: 'warning', message: 'at the start', count: 1 },
  ])
})

test('a listener hears of each entry once', () => {
  const heard: Diagnostic[] = []
  const { all, report } = createDiagnostics({ onDiagnostic: (diagnostic) => heard.push(diagnostic) })
  report('sequence-gap', 'one')
  report('sequence-gap', 'two')
  expect(heard).toEqual(all)
})

test('places that are no numbers are left out, and cannot make it throw', () => {
  const { all, report } = createDiagnostics()
  report('field-invalid', 'odd', { sequence_number: { toString: 1 }, output_index: { valueOf: 1 } })
  report('field-invalid', 'odd', { sequence_number: null, output_index: 0.5 })
  expect(all).toEqual([{ rule: 'field-invalid', severity: 'error', message: 'odd', count: 2 }])
})

test('indexes without end do not fill the memory', () => {
  const { all, report } = createDiagnostics()
  for (let output_index = 0; output_index < 5000; output_index++)
    report('item-not-added', 'm', { output_index })
  expect(all.length).toBe(1001)
  expect(all.at(-1)).toEqual({ rule: 'item-not-added', severity: 'error', message: 'm', count: 4000 })
})

describe('strict', () => {
  test('throws at an error, which is in the list too', () => {
    const { all, report } = createDiagnostics({ strict: true })
    const broken = (): void => report('sequence-not-increasing', 'number 3 after 7', { sequence_number: 3 })
    expect(broken).toThrow(
      new ProtocolError('sequence-not-increasing', 'number 3 after 7', { sequenceNumber: 3 }),
    )
    expect(all.map(({ rule }) => rule)).toEqual(['sequence-not-increasing'])
  })

  test('lets warnings and facts pass', () => {
    const { all, report } = createDiagnostics({ strict: true })
    report('sequence-missing', 'none')
    report('unknown-event', 'new')
    expect(all.map(({ severity }) => severity)).toEqual(['warning', 'info'])
  })
})
