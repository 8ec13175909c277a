// A source whose sandbox site is observed or changed by a test; requests take the real path to it.
import type { SandboxSite, SiteRequest, SiteResponse, Source } from '@quarry/kit/source'

/** `respond` gets each request, and the source's sandbox site to forward it to. */
export const withSandbox = (
  source: Source,
  respond: (request: SiteRequest, site: SandboxSite) => SiteResponse,
): Source => ({
  ...source,
  sandbox: async () => {
    const site = await source.sandbox?.()
    if (!site) throw new Error(`${source.name} has no sandbox site`)
    return (request) => respond(request, site)
  },
})
