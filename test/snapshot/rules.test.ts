import { expect, test } from 'vitest'
import { RULES } from '../../src/snapshot/rules.js'

test('every rule has an id in kebab-case, a severity and a sentence', () => {
  const odd = Object.entries(RULES).filter(([rule, { severity, description }]) => {
    return (
      !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(rule) ||
      !['error', 'warning', 'info'].includes(severity) ||
      !/^[A-Za-z].*\.$/.test(description)
    )
  })
  expect(odd).toEqual([])
})

test('what good streams are seen to do is not an error', () => {
  const milder = Object.entries(RULES).flatMap(([rule, { severity }]) =>
    severity === 'error' ? [] : [`${rule}: ${severity}`],
  )
  expect(milder.toSorted()).toEqual([
    'duplicate-added: warning',
    'error-unwrapped: warning',
    'field-null: warning',
    'output-restored: warning',
    'sequence-gap: warning',
    'sequence-missing: warning',
    'snapshot-reset: info',
    'sse-bom: warning',
    'sse-carriage-return: warning',
    'sse-empty-data: warning',
    'sse-id-field: warning',
    'sse-multi-line-data: warning',
    'sse-retry-field: warning',
    'sse-unknown-field: warning',
    'sse-unterminated-final-event: warning',
    'terminal-order-mismatch: warning',
    'terminal-output-empty: warning',
    'terminal-output-mismatch: warning',
    'text-replaced: warning',
    'truncated-json: warning',
    'unknown-event: info',
    'usage-shape: warning',
    'vendor-alias: warning',
  ])
})
