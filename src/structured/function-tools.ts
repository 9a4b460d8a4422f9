import type { ValueDeclaration } from './declaration.js'
import { declarationOf } from './declaration-of.js'
import { isObject } from './json-schema.js'

/** How a tool's calls are read and run, as far as the tool says. */
export type KnownTool = Partial<Pick<ValueDeclaration<unknown, unknown>, 'parse' | 'execute'>>

/** The name by which a call finds its tool. */
export function calledName({ name, namespace }: { name: string; namespace?: string }): string {
  // A space is in no name.
  return namespace === undefined ? name : `${namespace} ${name}`
}

/** The functions among the tools, those in namespaces included, by `calledName`. */
export function findTools(tools: readonly unknown[], namespace?: string): ReadonlyMap<string, KnownTool> {
  const known = new Map<string, KnownTool>()
  for (const tool of tools) {
    if (!isObject(tool) || typeof tool['name'] !== 'string') continue
    if (tool['type'] === 'namespace' && Array.isArray(tool['tools'])) {
      for (const [name, inner] of findTools(tool['tools'], tool['name'])) known.set(name, inner)
    } else if (tool['type'] === 'function') {
      const name = calledName({ name: tool['name'], ...(namespace !== undefined && { namespace }) })
      known.set(name, declarationOf(tool) ?? {})
    }
  }
  return known
}
