// A provider: one place where an endpoint's records come from, such as a site's own pages or an upstream API.
import { type Get, notFound, type Outcome, type Page } from './outcome.ts'
import type { Site, SiteUrl } from './site.ts'
import type { Pace, UpstreamApi } from './upstream-api.ts'

/** What a provider works with: `get` for its own hosts, and the address of the site that it reads. */
export type Io = { get: Get; site: Site }

type Common<Q, R> = {
  /** The upstream API whose answers are read. Without one the provider is `site`: the source's own site. */
  api?: UpstreamApi
  /** Further upstream APIs that it reads; each has its own hosts, rate limit and key. */
  otherApis?: readonly UpstreamApi[]
  /** A stricter rate limit for these requests; they count towards the API's own limit too. */
  pace?: Pace
  /** Reads the query from an address of the provider; null where the address does not belong to the endpoint. */
  address?: (address: SiteUrl) => Q | null
  /** Completes "must be …" in the error for such an address: `the URL of an event page (/e/…-<id>)`. */
  addressForm?: string
  /** The hosts on which people find an API's subjects; `*.` in front matches the host and its subdomains. */
  addressHosts?: readonly string[]
  /** Why the provider cannot answer a query: the parameter and what is wrong with it; null where it can. */
  cannotAnswer?: (query: Q) => { parameter: string; problem: string } | null
  /** Parameters of a call that works, where the endpoint's example only suits the site; shown in the reference. */
  example?: Record<string, unknown>
  /** How this provider wants parameters written, where it differs from others; shown in the reference. */
  inputs?: Readonly<Record<string, string>>
  /** Reads one page, without I/O. Throws `pageChanged` or `pageBlocked`. */
  extract: (page: Page, query: Q) => Outcome<R>
  /** Pages with status 404 or 410 are read too; by default they mean that the subject does not exist. */
  readsMissing?: true
  /** The parameters of a lookup that reads the page at this address, for saved pages; `{query: url}` by default. */
  paramsFromUrl?: (url: string) => Record<string, unknown>
}

/** Most providers read the one page at an address; others fetch what they need themselves. */
type Way<Q, R> =
  | { page: (query: Q, site: Site) => string | URL }
  /** Must have no effects besides `get`: it may run again over the same pages. */
  | { find: (query: Q, io: Io) => Promise<Outcome<R>> }

export type Provider<Q, R> = Common<Q, R> & {
  name: string
  find: (query: Q, io: Io) => Promise<Outcome<R>>
}

/**
 * Declares a provider. With `page` it fetches that one page and extracts the record from it; a status of 404 or 410 is
 * `notFound` without reading the page.
 *
 * @example
 * export const site = provider<string, Lantern>({
 *   page: (number, { url }) => url(`/l/${number}`),
 *   extract: (page) => found(readLantern(page), { form: 'json' }),
 * })
 */
export function provider<Q, R>(definition: Common<Q, R> & Way<Q, R>): Provider<Q, R> {
  const extract = (page: Page, query: Q) =>
    isMissing(page) && !definition.readsMissing ? notFound : definition.extract(page, query)
  const find =
    'find' in definition
      ? definition.find
      : async (query: Q, { get, site }: Io) => extract(await get(String(definition.page(query, site))), query)
  return { ...definition, name: definition.api?.name ?? 'site', extract, find }
}

const isMissing = ({ status }: Page): boolean => status === 404 || status === 410
