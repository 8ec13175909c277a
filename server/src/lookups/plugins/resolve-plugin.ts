// Finds the file of a plugin: a path, or the name of an installed package. Follows the rules of Node.js for ES modules;
// Node.js itself resolves only from the file that imports.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Throws an error that completes `plugin "name": …`. */
export function resolvePlugin(name: string, folder: string): string {
  const isPath = /^(?:\.{1,2}(?:[/\\]|$)|[/\\]|[A-Za-z]:[/\\])/.test(name)
  const found = isPath ? resolve(folder, name) : findPackage(name, folder)
  if (!isPath && found === null)
    throw new Error(
      `no package of this name is installed in ${join(folder, 'node_modules')} or in a folder above; install it there, or write a path that begins with ./`,
    )
  if (found === null || !existsSync(found))
    throw new Error(`${found} does not exist; correct the path, which is relative to ${folder}`)
  return statSync(found).isDirectory() ? findEntry(found) : found
}

function findPackage(name: string, folder: string): string | null {
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name)) return null
  const candidate = join(folder, 'node_modules', name)
  if (existsSync(candidate)) return candidate
  const parent = dirname(folder)
  return parent === folder ? null : findPackage(name, parent)
}

function findEntry(folder: string): string {
  const about = readPackage(join(folder, 'package.json'))
  const entry = readExport(about.exports) ?? (typeof about.main === 'string' ? about.main : 'index.js')
  const file = join(folder, entry)
  if (existsSync(file) && statSync(file).isFile()) return file
  throw new Error(`${file} does not exist; build the plugin, or correct "exports" in its package.json`)
}

function readPackage(file: string): { exports?: unknown; main?: unknown } {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown; main?: unknown }
  } catch {
    throw new Error(`${file} is not valid JSON; correct it`)
  }
}

const conditions = ['node', 'import', 'default']

/** The target of `"."` for an import; null where there is none. */
function readExport(exported: unknown): string | null {
  if (typeof exported === 'string') return exported
  if (typeof exported !== 'object' || exported === null) return null
  for (const [key, target] of Object.entries(exported)) {
    const found = key === '.' || conditions.includes(key) ? readExport(target) : null
    if (found !== null) return found
  }
  return null
}
