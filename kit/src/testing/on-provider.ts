// An endpoint with one of its open providers alone, for tests of that provider: what a call does between its parameters
// and its record, without the engine around it.
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
