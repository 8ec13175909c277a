// An endpoint on the pages of its source's own site, for tests of a source: what a call does between its parameters
// and its record, without the engine around it.
import { addressesOf } from '../../src/contract/addresses.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Get, Outcome, Page } from '../../src/contract/outcome.ts'
import type { Provider } from '../../src/contract/provider.ts'
import { type Site, siteAt } from '../../src/contract/site.ts'
import type { Source } from '../../src/contract/source.ts'
import { isFaultWord } from '../../src/sandbox/fault-words.ts'

export type OnSite = {
  site: Site
  provider: Provider<unknown, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: an endpoint's query is its own; tests look into it.
  parse: (params: object) => any
  find: (params: object, get: Get) => Promise<Outcome<unknown>>
  extract: (page: Page, query: unknown) => Outcome<unknown>
  paramsFromUrl: (url: string) => Record<string, unknown>
}

export const siteOf = (source: Source): Site => siteAt(source.site, source.domains)

export function onSite(source: Source, endpoint: Endpoint, site: Site = siteOf(source)): OnSite {
  const provider = endpoint.providers.find(({ name }) => name === 'site')
  if (!provider) throw new Error(`${endpoint.path} has no provider site`)
  const addresses = addressesOf([{ provider, site }], isFaultWord)
  const parse = (params: object) => endpoint.parse(params as never, addresses)
  return {
    site,
    provider,
    parse,
    find: async (params, get) => provider.find(parse(params), { get, site }),
    extract: provider.extract,
    paramsFromUrl: (url) => provider.paramsFromUrl?.(url) ?? { query: url },
  }
}
