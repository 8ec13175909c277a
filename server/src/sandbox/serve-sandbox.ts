// The pretend sites of all sources that have no live one, over one socket; nothing is started where every source has.
import type { Config } from '../config.ts'
import { siteAt } from '../contract/site.ts'
import type { Source } from '../contract/source.ts'
import type { Clock } from '../lib/clock.ts'
import { startSandbox } from './serve.ts'
import { makeSocketFolder } from './socket-folder.ts'

export const usesSandbox = (source: Source, config: Config) => config.sources[source.name]?.site === undefined

export async function serveSandbox(sources: readonly Source[], config: Config, clock: Clock) {
  const pretend = sources.filter((source) => usesSandbox(source, config))
  if (pretend.length === 0) return { socketPath: null, close: async () => {} }
  const { socketPath, remove } = await makeSocketFolder()
  const sites = await Promise.all(
    pretend.map(async ({ name, site, domains, sandbox }) => ({
      name,
      hosts: siteAt(site, domains).hosts,
      site: await sandbox(),
    })),
  )
  const served = await startSandbox({ sites, socketPath, clock })
  return {
    socketPath,
    close: async () => {
      await served.close()
      await remove()
    },
  }
}
