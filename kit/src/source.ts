// A source: the endpoints of one kind of site, and a sandbox site with invented data.
import type { Endpoint, Method } from './endpoint.ts'
import { kitVersion } from './version.ts'

/** A request to a sandbox site. */
export type SiteRequest = {
  method: Method
  /** The address on the sandbox site, with the host that a real site would have. */
  url: URL
  /** The parsed JSON body of a POST. */
  json: unknown
  /** The site's current time: pages are dated relative to it. */
  now: Date
}

/** The response of a sandbox site. A redirect has a status such as 302 and a `location` header. */
export type SiteResponse = {
  /** 200 by default. */
  status?: number
  /** HTML in UTF-8 by default. */
  contentType?: string
  headers?: Record<string, string>
  body: string
}

/** A sandbox site: answers any request to its hosts as a real site of its kind does, with invented data. */
export type SandboxSite = (request: SiteRequest) => SiteResponse

/** Everything the server needs to know about a source. `defineSource` creates it and adds `kitVersion`. */
export type Source = {
  /** The name in the configuration and on the command line. */
  name: string
  title: string
  /** `import.meta.url` of the file that exports the source: a reading thread loads the source from there. */
  module: string
  /**
   * The https:// address of the site, with `{domain}` for one of `domains`. The sandbox site is served for it, and
   * the configuration may name a live site instead.
   */
  site: string
  domains?: readonly string[]
  /**
   * With `configured` the caller's address names the host, and the operator lists the allowed hosts in
   * `sources.<name>.hosts`. `site` is then the address of the sandbox site only. The endpoints take an address
   * (`addresses.read`) and fetch it.
   */
  hosts?: 'configured'
  endpoints: readonly Endpoint[]
  /**
   * Loads the sandbox site, which reading threads and servers of live sites do not need. Without one, the endpoints
   * answer `not_configured` until a site or the key of an upstream API is configured.
   */
  sandbox?: () => Promise<SandboxSite>
  /** The version of the kit that the source was made with, as `defineSource` sets it. */
  kitVersion?: string
}

/**
 * Declares a source. Its routes, prices, API reference and generic tests follow from it.
 *
 * @example
 * export const lanterns = defineSource({
 *   name: 'lanterns',
 *   title: 'Lanterns',
 *   module: import.meta.url,
 *   site: 'https://www.lanterns.example',
 *   endpoints: [lantern],
 *   sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
 * })
 */
export const defineSource = (source: Omit<Source, 'kitVersion'>): Source => ({ ...source, kitVersion })
