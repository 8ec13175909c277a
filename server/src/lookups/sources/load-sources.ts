// Loads the sources of this server: the built-in ones, and those of the plugins that the configuration names. Only this
// file imports the built-in sources; all other modules get sources as data.
import type { Endpoint } from '@quarry/kit/endpoint'
import { sources as builtIn } from '@quarry/sources'
import { type Config, loadConfig, loadPluginList } from '../../platform/config/config.ts'
import type { ConfigurableNames } from '../../platform/config/file.ts'
import type { LoadedSource } from './configure-endpoints.ts'
import { describeSources } from './describe-sources.ts'

export { firstExample } from '@quarry/sources'

/** The names that a configuration without plugins may use. */
export const builtInNames = describeSources(builtIn)

export type Sources = {
  sources: readonly LoadedSource[]
  endpoints: readonly Endpoint[]
  /** The names that a configuration may use. */
  names: ConfigurableNames
}

/** Throws a ConfigError if a plugin cannot be used. */
export async function loadSources(): Promise<Sources> {
  const list = loadPluginList()
  if (list.names.length === 0)
    return { sources: builtIn, endpoints: listEndpoints(builtIn), names: builtInNames }
  // On demand: a server without plugins does not load the checks.
  const { loadPlugins } = await import('../plugins/load-plugins.ts')
  const sources = [...builtIn, ...(await loadPlugins(list, builtIn))]
  return { sources, endpoints: listEndpoints(sources), names: describeSources(sources) }
}

/** The sources, and the configuration checked against them. */
export async function loadConfiguredSources(): Promise<Sources & { config: Config }> {
  const loaded = await loadSources()
  return { ...loaded, config: loadConfig(undefined, loaded.names) }
}

const listEndpoints = (sources: readonly LoadedSource[]) => sources.flatMap(({ endpoints }) => endpoints)
