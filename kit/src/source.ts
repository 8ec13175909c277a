// A source: endpoints over one kind of site, and the pretend site that publishes such pages.
import type { Endpoint, Method } from './endpoint.ts'

export type SiteRequest = {
  method: Method
  /** The address on the pretend site, its real-looking host included. */
  url: URL
  /** The parsed JSON body of a POST. */
  json: unknown
  /** The site's today: pages are dated relative to it. */
  now: Date
}

export type SiteResponse = {
  status?: number
  contentType?: string
  headers?: Record<string, string>
  body: string
}

/** A pretend site: answers any request on its hosts, like the real kind of site does. */
export type SandboxSite = (request: SiteRequest) => SiteResponse

export type Source = {
  name: string
  title: string
  /** `import.meta.url` of the file that exports the source: a reading thread loads it from there. */
  module: string
  /** The site's address; `{domain}` stands for one of `domains`. The sandbox's by default. */
  site: string
  domains?: readonly string[]
  endpoints: readonly Endpoint[]
  /** Loaded only where it is served: neither a reading thread nor a server of live sites needs a pretend world. */
  sandbox: () => Promise<SandboxSite>
}
