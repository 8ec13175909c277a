// A provider: one place where an endpoint's records come from, such as a site's own pages or an upstream API.
import { isUrl } from './is-url.ts'
import { type Get, isMissing, notFound, type Outcome, type Page } from './outcome.ts'
import { toInteger } from './read/numbers.ts'
import type { Site, SiteUrl } from './site.ts'
import type { RateLimit, UpstreamApi } from './upstream-api.ts'

/** What a provider works with: `get` for its own hosts, and the address of the site that it reads. */
export type Io = { get: Get; site: Site }

/** Reads the query string of an address: the first of these names that is set and not empty, else null. */
export type UrlParams = {
  text: (...names: string[]) => string | null
  integer: (...names: string[]) => number | null
}

/** A parameter and what is wrong with it. */
type Refusal = { parameter: string; problem: string }

type Common<Q, R> = {
  /** The upstream API whose responses are read. Without one the provider is `site`: the source's own site. */
  api?: UpstreamApi
  /** Further upstream APIs that it reads; each has its own hosts, rate limit and key. */
  otherApis?: readonly UpstreamApi[]
  /** A stricter rate limit for these requests; they count towards the API's own limit too. */
  rateLimit?: RateLimit
  /** Reads the query from an address of the provider; null if the address does not belong to the endpoint. */
  address?: (address: SiteUrl) => Q | null
  /** Completes "must be …" in the error for such an address: `the URL of an event page (/e/…-<id>)`. */
  addressForm?: string
  /** The hosts that show the API's records as web pages; `*.` in front matches the host and its subdomains. */
  addressHosts?: readonly string[]
  /** Why the provider cannot answer a query; null if it can. */
  cannotAnswer?: (query: Q) => Refusal | null
  /**
   * It covers only a part of all subjects, as the register of one country does. After its `notFound` the next
   * configured provider is called; without this flag, `notFound` ends the lookup.
   */
  hasOnlySome?: true
  /** Parameters of a call that works, if the endpoint's example suits only the site; shown in the reference. */
  example?: Record<string, unknown>
  /** How to write parameters for this provider, if it differs from others; shown in the reference. */
  inputs?: Readonly<Record<string, string>>
  /** Reads one page, without I/O. Throws `pageChanged` or `pageBlocked`. */
  extract: (page: Page, query: Q) => Outcome<R>
  /** Pages with status 404 or 410 are read too; by default they mean that the subject does not exist. */
  readsMissing?: true
}

/** What `provider` takes: `page` or `find` for fetching, `extract` for reading. */
type Definition<Q, R> = Omit<Common<Q, R>, 'cannotAnswer'> & {
  /** Why the provider cannot answer a query; a text alone says what is wrong with the parameter `query`. */
  cannotAnswer?: (query: Q) => Refusal | string | null
  /**
   * The parameters of a lookup that reads the page at this address, for saved pages; `{query: url}` by default.
   */
  paramsFromUrl?: (url: string, urlParams: UrlParams) => Record<string, unknown>
} & (
    | { /** The address of the one page that has the record. */ page: (query: Q, site: Site) => string | URL }
    /** Fetches what it needs. Must have no effects besides `get`: it may run again over the same pages. */
    | { find: (query: Q, io: Io) => Promise<Outcome<R>> }
  )

/** A provider as `provider` declares it: with a name, and with `find` even if the definition has `page`. */
export type Provider<Q, R> = Common<Q, R> & {
  name: string
  find: (query: Q, io: Io) => Promise<Outcome<R>>
  paramsFromUrl: (url: string) => Record<string, unknown>
}

/**
 * Declares a provider. With `page` it fetches that one page and extracts the record from it; a status of 404 or 410 is
 * `notFound` without reading the page.
 *
 * @example
 * export const site = provider<string, Lantern>({
 *   page: (number, { url }) => url(`/l/${number}`),
 *   extract: (page) => found(readLantern(page), { form: 'json' }),
 *   paramsFromUrl: (url, { text }) => ({ query: text('number') ?? url }),
 * })
 */
export function provider<Q, R>(definition: Definition<Q, R>): Provider<Q, R> {
  const { paramsFromUrl = (url: string) => ({ query: url }) } = definition
  const extract = (page: Page, query: Q) =>
    isMissing(page) && !definition.readsMissing ? notFound : definition.extract(page, query)
  const find =
    'find' in definition
      ? definition.find
      : async (query: Q, { get, site }: Io) => extract(await get(String(definition.page(query, site))), query)
  const cannotAnswer = (query: Q) => {
    const refusal = definition.cannotAnswer?.(query) ?? null
    return typeof refusal === 'string' ? { parameter: 'query', problem: refusal } : refusal
  }
  return {
    ...definition,
    cannotAnswer,
    name: definition.api?.name ?? 'site',
    extract,
    find,
    paramsFromUrl: (url) => paramsFromUrl(url, readUrlParams(url)),
  }
}

/**
 * Declares a provider of a search or a list. A status of 404 or 410 then means that the search itself is gone, never
 * that nothing matches: `extract` reads the page and throws if it is not a page of results.
 */
export const searchProvider = <Q, R>(definition: Definition<Q, R>): Provider<Q, R> =>
  provider({ ...definition, readsMissing: true })

function readUrlParams(url: string): UrlParams {
  const params = isUrl(url) ? new URL(url).searchParams : new URLSearchParams()
  const text = (...names: string[]) =>
    names.map((name) => params.get(name)?.trim()).find((value) => value) ?? null
  return { text, integer: (...names) => toInteger(text(...names)) }
}
