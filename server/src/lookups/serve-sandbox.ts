// Serves the pretend sites of the sources that have nobody else to answer, and loads no other.
import type { Clock } from '@quarry/kit/clock'
import { siteAt } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import type { Config } from '../config.ts'
import { makeSocketFolder } from '../sandbox/socket-folder.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import { listProviderNames } from './configure-endpoints.ts'

export async function serveSandbox(
  sources: readonly Source[],
  config: Config,
  { clock, slow }: { clock: Clock; slow: (() => Promise<void>) | undefined },
) {
  const pretend = sources.filter(({ endpoints }) =>
    endpoints.some((endpoint) => listProviderNames(config, endpoint).includes('sandbox')),
  )
  if (pretend.length === 0) return { socketPath: null, close: async () => {} }
  const { socketPath, remove } = await makeSocketFolder()
  const sites = await Promise.all(
    pretend.map(async ({ name, site, domains, sandbox }) => ({
      name,
      hosts: siteAt(site, domains).hosts,
      site: await sandbox(),
    })),
  )
  const served = await startSandbox({ sites, socketPath, clock, ...(slow && { slow }) })
  return {
    socketPath,
    close: async () => {
      await served.close()
      await remove()
    },
  }
}
