// A source whose pretend site is watched or altered by a test; what it is asked comes through the real way there.
import type { SandboxSite, SiteRequest, SiteResponse, Source } from '@quarry/kit/source'

/** `answer` gets each request, and the source's own pretend site to pass it on to. */
export const withSandbox = (
  source: Source,
  answer: (request: SiteRequest, site: SandboxSite) => SiteResponse,
): Source => ({
  ...source,
  sandbox: async () => {
    const site = await source.sandbox()
    return (request) => answer(request, site)
  },
})
