import type { ValueDeclaration } from './declaration.js'
import { declarationOf } from './declaration-of.js'
import { isObject } from './json-schema.js'

/** The name by which a call finds its tool. A function that the server found by tool search is its own namespace. */
export function calledName({ name, namespace }: { name: string; namespace?: string | null }): string {
  // A space is in no name.
  return namespace && namespace !== name ? `${namespace} ${name}` : name
}

/** The functions among the tools, those in namespaces included, by `calledName`; undefined for what declares nothing. */
export function findTools(
  tools: readonly unknown[],
  namespace?: string,
): ReadonlyMap<string, ValueDeclaration<unknown, unknown> | undefined> {
  const known = new Map<string, ValueDeclaration<unknown, unknown> | undefined>()
  for (const tool of tools) {
    if (!isObject(tool) || typeof tool['name'] !== 'string') continue
    if (tool['type'] === 'namespace' && Array.isArray(tool['tools'])) {
      for (const [name, inner] of findTools(tool['tools'], tool['name'])) known.set(name, inner)
    } else if (tool['type'] === 'function') {
      const name = calledName({ name: tool['name'], ...(namespace !== undefined && { namespace }) })
      known.set(name, declarationOf(tool))
    }
  }
  return known
}
