import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A folder that has millrace installed as a stranger would have it: from the packed tarball. */
export interface Consumer {
  folder: string
  /** Where the tarball was unpacked. */
  installed: string
  write(file: string, text: string): string
  remove(): void
}

/** What the tarball does not bring along. Linked from our own node_modules: no network is needed. */
const dependencies = ['hono', '@hono/node-server', 'commander', '@types/node', 'undici-types']

export function installPackedMillrace(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-package-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root })
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack left no tarball.')
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', modules])
  renameSync(join(modules, 'package'), join(modules, 'millrace'))
  for (const name of dependencies) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  return {
    folder,
    installed: join(modules, 'millrace'),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
      return join(folder, file)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
