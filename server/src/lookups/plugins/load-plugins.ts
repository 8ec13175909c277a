// Loads the plugins that the configuration names and checks each before the server starts. Every broken plugin is one
// line.
import { pathToFileURL } from 'node:url'
import type { Source } from '@quarry/kit/source'
import { ConfigError } from '../../platform/config/config.ts'
import type { PluginList } from '../../platform/config/plugins.ts'
import { loadSource } from '../reading/load-source.ts'
import type { LoadedSource } from '../sources/configured-endpoint.ts'
import { findShapeProblem } from './check-shape.ts'
import { findSourceProblem } from './check-source.ts'
import { resolvePlugin } from './resolve-plugin.ts'

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
