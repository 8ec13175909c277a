// Serves the sandbox sites of the endpoints that have no other provider. Other sandbox sites are not loaded.
import type { Clock } from '@quarry/kit/clock'
import { siteAt } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import { createSocketFolder, startSandbox } from '../../fetching/sandbox/start-sandbox.ts'
import type { Config } from '../../platform/config/config.ts'
import { listProviderNames } from './configure-endpoints.ts'

export async function serveSandbox(
  sources: readonly Source[],
  config: Config,
  { clock, slow }: { clock: Clock; slow: (() => Promise<void>) | undefined },
) {
  const served = sources.flatMap(({ endpoints, sandbox, site, domains }) => {
    const isServed = endpoints.some((endpoint) => listProviderNames(config, endpoint).includes('sandbox'))
    return sandbox && isServed ? [{ sandbox, hosts: siteAt(site, domains).hosts }] : []
  })
  if (served.length === 0) return { socketPath: null, close: async () => {} }
  const { socketPath, remove } = await createSocketFolder()
  const sites = await Promise.all(
    served.map(async ({ hosts, sandbox }) => ({ hosts, site: await sandbox() })),
  )
  const server = await startSandbox({ sites, socketPath, clock, ...(slow && { slow }) })
  return {
    socketPath,
    close: async () => {
      await server.close()
      await remove()
    },
  }
}
