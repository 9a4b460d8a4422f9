/**
 * A wire object read without trusting it. The commands print what any server sent, also where it
 * leaves out or nulls what the types promise: a missing field must cost a word on the screen, never
 * the rest of the answer.
 */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textsOf(value: unknown): string[] {
  return listOf(value).map(textOf).filter(Boolean)
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
