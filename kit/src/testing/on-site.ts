// Runs an endpoint without a server, from parameters to record, with one of its providers: the source's own site, or an
// upstream API.
import { type Addresses, createAddresses } from '../addresses.ts'
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

/** The site of a source, at the address that the source declares. */
export const toSite = (source: Source): Site => siteAt(source.site, source.domains)

/** Runs an endpoint with the provider that reads the source's own site. Throws if the endpoint has none. */
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

/**
 * Runs an endpoint with one provider that reads an upstream API. `parse` returns the query for parameters, and `find`
 * the outcome over the pages that `get` returns.
 */
export function onProvider<Q, R>(endpoint: Endpoint, provider: Provider<Q, R>) {
  const site = siteAt(`https://${provider.api?.hosts[0]}`)
  const parse = (params: object) =>
    endpoint.parse(params as never, createAddresses([{ provider, site }])) as Q
  return {
    parse,
    find: (params: object, get: Get): Promise<Outcome<R>> => provider.find(parse(params), { get, site }),
  }
}

type ReachableSite = { provider: Provider<unknown, unknown>; site: Site }

/**
 * The providers of an endpoint in their order, each with the source's own site or the first host of its API.
 */
export const listReachableSites = (source: Source, endpoint: Endpoint): ReachableSite[] =>
  endpoint.providers.map((provider) => ({
    provider,
    site: provider.api ? siteAt(`https://${provider.api.hosts[0]}`) : toSite(source),
  }))

/** The `addresses` for `parse`, with all providers of the endpoint. */
export const reachAddresses = (source: Source, endpoint: Endpoint): Addresses<unknown> =>
  createAddresses(listReachableSites(source, endpoint))
