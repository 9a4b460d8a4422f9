import type { ValueDeclaration } from './declaration.js'
import { declarationOf } from './declaration-of.js'
import { findTools } from './function-tools.js'

/** What can declare values: a request, and the options of a stream that did not send one. */
export interface Declaring {
  /** `format`: made by `textFormat`. Texts are parsed by it. */
  text?: { format?: unknown } | null | undefined
  /** Made by `functionTool`: arguments are parsed by them. Others are passed over. */
  tools?: readonly unknown[] | null | undefined
}

/** What a request declares of its values. */
export interface Declarations {
  format: ValueDeclaration<unknown> | undefined
  /** By the name that a call finds them by: see `calledName`. */
  tools: ReadonlyMap<string, ValueDeclaration<unknown>>
}

/** Undefined when nothing is declared: then nothing is parsed, and nothing is paid for it. */
export function readDeclarations({ text, tools }: Declaring): Declarations | undefined {
  const format = declarationOf(text?.format)
  const named = new Map<string, ValueDeclaration<unknown>>()
  for (const [name, declared] of findTools(tools ?? [])) if (declared !== undefined) named.set(name, declared)
  return format === undefined && named.size === 0 ? undefined : { format, tools: named }
}
