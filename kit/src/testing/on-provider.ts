// Runs an endpoint with a single open provider, for tests of that provider: from parameters to record, without a
// server.
import { createAddresses } from '../addresses.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Get, Outcome } from '../outcome.ts'
import type { Provider } from '../provider.ts'
import { siteAt } from '../site.ts'

export function onProvider<Q, R>(endpoint: Endpoint, provider: Provider<Q, R>) {
  const site = siteAt(`https://${provider.api?.hosts[0]}`)
  const parse = (params: object) =>
    endpoint.parse(params as never, createAddresses([{ provider, site }])) as Q
  return {
    parse,
    find: (params: object, get: Get): Promise<Outcome<R>> => provider.find(parse(params), { get, site }),
  }
}
