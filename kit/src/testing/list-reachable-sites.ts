// Lists the providers of an endpoint, each with the site or the hosts of the API that it fetches from.
import { type Addresses, createAddresses } from '../addresses.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Provider } from '../provider.ts'
import { type Site, siteAt } from '../site.ts'
import type { Source } from '../source.ts'
import { toSite } from './on-site.ts'

export type ReachableSite = { provider: Provider<unknown, unknown>; site: Site }

export const listReachableSites = (source: Source, endpoint: Endpoint): ReachableSite[] =>
  endpoint.providers.map((provider) => ({
    provider,
    site: provider.api ? siteAt(`https://${provider.api.hosts[0]}`) : toSite(source),
  }))

export const reachAddresses = (source: Source, endpoint: Endpoint): Addresses<unknown> =>
  createAddresses(listReachableSites(source, endpoint))
