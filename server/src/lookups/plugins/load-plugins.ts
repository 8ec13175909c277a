// Loads the plugins that the configuration names and checks each before the server starts. The error has one line for each
// plugin that cannot be used.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Source } from '@quarry/kit/source'
import { ConfigError, type PluginList } from '../../platform/config/config.ts'
import { loadSource } from '../reading/read-task.ts'
import type { LoadedSource } from '../sources/configure-endpoints.ts'
import { findShapeProblem, findSourceProblem } from './check-source.ts'

/** Throws a ConfigError with a line for each plugin that cannot be used. */
export async function loadPlugins({ names, folder, setting }: PluginList, builtIn: readonly Source[]) {
  const loaded: LoadedSource[] = []
  const problems: string[] = []
  for (const name of names) {
    let place = `${JSON.stringify(name)} of ${setting}`
    try {
      const file = resolvePlugin(name, folder)
      place = `${JSON.stringify(name)} (${file})`
      for (const source of await importSources(file)) {
        const problem =
          findSourceProblem(source, [...builtIn, ...loaded]) ?? (await findModuleProblem(source))
        if (problem !== null) throw new Error(problem)
        loaded.push({ ...source, isPlugin: true })
      }
    } catch (thrown) {
      problems.push(`plugin ${place}: ${toLine(thrown)}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return loaded
}

/**
 * Finds the file of a plugin: a path, or the name of an installed package, by the rules of Node.js for ES modules. Node.js
 * itself resolves only from the file that imports. Throws an error that completes `plugin "name": …`.
 */
function resolvePlugin(name: string, folder: string): string {
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

/** The target of `"."` for an import; null if there is none. */
function readExport(exported: unknown): string | null {
  if (typeof exported === 'string') return exported
  if (typeof exported !== 'object' || exported === null) return null
  for (const [key, target] of Object.entries(exported)) {
    const found = key === '.' || conditions.includes(key) ? readExport(target) : null
    if (found !== null) return found
  }
  return null
}

async function importSources(file: string): Promise<Source[]> {
  const exported: Record<string, unknown> = await import(pathToFileURL(file).href).catch((thrown) => {
    throw new Error(`it cannot be loaded (${toLine(thrown)}); run it with node to see where, and correct it`)
  })
  if (!('default' in exported))
    throw new Error(
      'it has no default export; add "export default defineSource({ … })", or a list of sources',
    )
  const values = [exported.default].flat()
  if (values.length === 0) throw new Error('its list of sources is empty; add one')
  const problem = values.map(findShapeProblem).find((found) => found !== null)
  if (problem) throw new Error(problem)
  return values as Source[]
}

/** Reading threads load the source from its module. */
async function findModuleProblem(source: Source): Promise<string | null> {
  const found = await loadSource(source).catch(() => null)
  return found === source
    ? null
    : `source ${source.name}: module is ${JSON.stringify(source.module)}; set module: import.meta.url in the file that exports the source`
}

const maxChars = 500

/** One line, whatever a plugin throws. */
function toLine(thrown: unknown): string {
  const text =
    thrown instanceof Error
      ? `${thrown.name === 'Error' ? '' : `${thrown.name}: `}${thrown.message}`
      : String(thrown)
  return text.replace(/\s+/g, ' ').slice(0, maxChars)
}
