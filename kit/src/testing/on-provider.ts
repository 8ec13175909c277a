// Runs an endpoint with a single open provider, for tests of that provider: from parameters to record, without a
// server.
import { createAddresses } from '../addresses.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Get, Outcome } from '../outcome.ts'
import type { Provider } from '../provider.ts'
import { siteAt } from '../site.ts'

/**
 * Runs one provider of an endpoint that reads an upstream API. `parse` gives the query of parameters, and
 * `find` the outcome over the pages that `get` returns.
 *
 * @example
 * const get: Get = async (url) => ({ url, status: 200, contentType: 'application/json', body: saved })
 * const outcome = await onProvider(lantern, archiveLantern).find({ query: '7' }, get)
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
