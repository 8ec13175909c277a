// Lists the providers of an endpoint, each with the site or the hosts of the API that it fetches from.
import { type Addresses, createAddresses } from '../addresses.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Provider } from '../provider.ts'
import { type Site, siteAt } from '../site.ts'
import type { Source } from '../source.ts'
import { toSite } from './on-site.ts'

type ReachableSite = { provider: Provider<unknown, unknown>; site: Site }

/**
 * The providers of an endpoint in their order, each with the source's own site or the first host of its API.
 *
 * @example
 * for (const { provider, site } of listReachableSites(lanterns, lantern))
 *   await provider.find('7', { get, site })
 */
export const listReachableSites = (source: Source, endpoint: Endpoint): ReachableSite[] =>
  endpoint.providers.map((provider) => ({
    provider,
    site: provider.api ? siteAt(`https://${provider.api.hosts[0]}`) : toSite(source),
  }))

/**
 * The `addresses` for `parse`, with all providers of the endpoint.
 *
 * @example
 * reachAddresses(lanterns, lantern).read('https://www.lanterns.example/l/7', 'query') // '7'
 */
export const reachAddresses = (source: Source, endpoint: Endpoint): Addresses<unknown> =>
  createAddresses(listReachableSites(source, endpoint))
