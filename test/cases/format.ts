import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

// The shape of the files in cases/, as cases/README.md documents it.

interface CaseFile {
  section: string
  cases: FieldCase[]
}

export interface FieldCase {
  id: string
  name: string
  kind: string
  variants: Variant[]
}

export type Variant = StreamVariant | EncodeVariant

interface EncodeVariant {
  name: string
  encode: { type: string }
  expect: { encoded: string }
}

export interface StreamVariant {
  name: string
  wire: Element[]
  event_lines?: boolean | string
  newline?: string
  pretty?: boolean
  ids?: boolean
  payload?: 'without-type' | 'unwrapped'
  chunkings?: ('elements' | 'whole' | 'bytes')[]
  sequence?: 'none' | { from: number } | (number | null)[]
  edits?: Edit[]
  cut?: number
  tail?: string
  end?: 'eof' | 'hang' | 'reset' | { error: WireError }
  http?: { status?: number; headers: Record<string, string> }
  options?: { timeout?: Record<string, number>; max_event_size?: number }
  abort?: { after_events: number; wait?: number; reason: string }
  expect: { decoder?: DecoderExpectation; tolerant?: StreamExpectation; strict?: StreamExpectation | 'same' }
}

export type Word = [string, ...unknown[]]
export type Element =
  | string
  | Word
  | { type: string }
  | { base64: string }
  | { repeat: Element[]; times: number }
  | { wait: number }

export interface Edit {
  type?: string
  at?: number
  drop?: boolean
  set?: Record<string, unknown>
  remove?: string[]
}

interface WireError {
  name: string
  message: string
  cause: { code: string; message: string }
}

export interface DecoderExpectation {
  events: { event?: string; data: string; id?: string; retry?: number; unterminated?: true }[]
  after_elements?: number[]
  last_event_id?: string
  retry?: number
  comments?: string[]
  notices?: string[]
}

export interface StreamExpectation {
  events?: Element[]
  event_edits?: Edit[]
  delivered?: number
  outcome: 'completed' | 'failed' | 'incomplete' | ErrorExpectation
  /** Null when no snapshot ever existed. */
  snapshot?: null
  output?: unknown[]
  text?: string
  response?: Record<string, unknown>
  text_chunks?: string[]
  diagnostics?: string[]
  elapsed?: number
  cursor?: number
}

export interface ErrorExpectation {
  error: string
  code: string | null
  rule?: string
  timer?: string
  message?: string
  retryable?: boolean
  retry_after?: number
  response_id?: string
  sequence_number?: number
  status?: number
  type?: string
  param?: string
  request_id?: string
  cause?: string
  cause_code?: string
  fields?: Record<string, unknown>
}

export type Mode = 'tolerant' | 'strict'

const folder = resolve(import.meta.dirname, '../../cases')

export function readCases(): FieldCase[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.sort().flatMap((name) => readCaseFile(name).cases)
}

function readCaseFile(name: string): CaseFile {
  return JSON.parse(readFileSync(resolve(folder, name), 'utf8'))
}

const keys = {
  case: ['id', 'name', 'kind', 'variants'],
  encode: ['name', 'encode', 'expect'],
  stream: [
    'name',
    'wire',
    'event_lines',
    'newline',
    'pretty',
    'ids',
    'payload',
    'sequence',
    'chunkings',
    'edits',
    'cut',
    'tail',
    'end',
    'http',
    'options',
    'abort',
    'expect',
  ],
  expect: ['decoder', 'tolerant', 'strict', 'encoded'],
  edit: ['type', 'at', 'drop', 'set', 'remove'],
  tolerant: [
    'events',
    'event_edits',
    'delivered',
    'outcome',
    'snapshot',
    'output',
    'text',
    'response',
    'text_chunks',
    'diagnostics',
    'elapsed',
    'cursor',
  ],
  decoder: ['events', 'after_elements', 'last_event_id', 'retry', 'comments', 'notices'],
  outcome: [
    'error',
    'code',
    'rule',
    'timer',
    'message',
    'retryable',
    'retry_after',
    'response_id',
    'sequence_number',
    'status',
    'type',
    'param',
    'request_id',
    'cause',
    'cause_code',
    'fields',
  ],
} as const

/** What is misspelt or missing in a case: a key that the runner does not know would check nothing. */
export function problemsOf(fieldCase: FieldCase): string[] {
  const problems = strangers('case', fieldCase, keys.case)
  if (!/^B\d{3}$/.test(fieldCase.id)) problems.push(`id ${fieldCase.id}`)
  for (const variant of fieldCase.variants) {
    problems.push(...variantProblems(variant).map((problem) => `${variant.name}: ${problem}`))
  }
  return problems
}

function variantProblems(variant: Variant): string[] {
  if ('encode' in variant) return strangers('variant', variant, keys.encode)
  const { decoder, tolerant, strict } = variant.expect
  const problems = [
    ...strangers('variant', variant, keys.stream),
    ...strangers('expect', variant.expect, keys.expect),
    ...(variant.edits ?? []).flatMap((edit) => strangers('edit', edit, keys.edit)),
    ...(decoder ? strangers('decoder', decoder, keys.decoder) : []),
    ...expectationProblems('tolerant', tolerant),
    ...expectationProblems('strict', strict === 'same' ? tolerant : strict),
  ]
  if (decoder === undefined && tolerant === undefined) problems.push('expects nothing')
  if (strict === 'same' && tolerant === undefined) problems.push('strict is the same as nothing')
  return problems
}

function expectationProblems(mode: Mode, expectation: StreamExpectation | undefined): string[] {
  if (expectation === undefined) return []
  const { outcome, snapshot, output, text } = expectation
  const problems = strangers(mode, expectation, keys.tolerant)
  if (typeof outcome === 'object') problems.push(...strangers(`${mode} outcome`, outcome, keys.outcome))
  if (snapshot === undefined && (output === undefined || text === undefined))
    problems.push(`${mode} lacks output or text`)
  return problems
}

function strangers(where: string, value: object, known: readonly string[]): string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `${where} has an unknown key ${key}`)
}
