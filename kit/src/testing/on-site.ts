// Runs an endpoint on the pages of its source's own site, for tests of a source: from parameters to record, without a
// server.
import { createAddresses } from '../addresses.ts'
import type { Endpoint } from '../endpoint.ts'
import { isFaultWord } from '../fault-words.ts'
import type { Get, Outcome, Page } from '../outcome.ts'
import type { Provider } from '../provider.ts'
import { type Site, siteAt } from '../site.ts'
import type { Source } from '../source.ts'

/** The functions of an endpoint and of its provider `site`. */
export type OnSite = {
  site: Site
  provider: Provider<unknown, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: an endpoint's query is its own; tests look into it.
  parse: (params: object) => any
  find: (params: object, get: Get) => Promise<Outcome<unknown>>
  extract: (page: Page, query: unknown) => Outcome<unknown>
  paramsFromUrl: (url: string) => Record<string, unknown>
}

/**
 * The site of a source, at the address that the source declares.
 *
 * @example
 * toSite(lanterns).hosts // ['www.lanterns.example']
 */
export const toSite = (source: Source): Site => siteAt(source.site, source.domains)

/**
 * Runs an endpoint with the provider that reads the source's own site. Throws where the endpoint has none.
 *
 * @example
 * const { find } = onSite(lanterns, lantern)
 * const outcome = await find({ query: '7' }, sandboxGet(lanterns, new Date()))
 */
export function onSite(source: Source, endpoint: Endpoint, site: Site = toSite(source)): OnSite {
  const provider = endpoint.providers.find(({ name }) => name === 'site')
  if (!provider) throw new Error(`${endpoint.path} has no provider site`)
  const addresses = createAddresses([{ provider, site }], isFaultWord)
  const parse = (params: object) => endpoint.parse(params as never, addresses)
  return {
    site,
    provider,
    parse,
    find: async (params, get) => provider.find(parse(params), { get, site }),
    extract: provider.extract,
    paramsFromUrl: provider.paramsFromUrl,
  }
}
