// The pretend sites of those sources that have no live one, loaded now and served together over one socket.
import { siteAt } from '../contract/site.ts'
import type { Source } from '../contract/source.ts'
import type { Clock } from '../lib/clock.ts'
import { startSandbox } from './serve.ts'
import { makeSocketFolder } from './socket-folder.ts'

/** Without a source there is no socket. */
export type ServedSources = { socketPath: string | null; close: () => Promise<void> }

export async function serveSources(sources: readonly Source[], clock: Clock): Promise<ServedSources> {
  if (sources.length === 0) return { socketPath: null, close: async () => {} }
  const { socketPath, remove } = await makeSocketFolder()
  const sites = await Promise.all(
    sources.map(async ({ name, site, domains, sandbox }) => ({
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
