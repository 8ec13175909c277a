// Where an endpoint's records come from: a site's own pages, an open data set, an official interface. An endpoint says
// what is asked and answered; each of its providers says from where.

import { type Get, notFound, type Outcome, type Page } from './outcome.ts'
import type { Site, SiteUrl } from './site.ts'
import type { Pace, UpstreamApi } from './upstream-api.ts'

/** What a provider reads with: its own hosts and nothing else, and the address of the site where it reads one. */
export type Io = { get: Get; site: Site }

type Common<Q, R> = {
  /** The interface whose answers are read; without one the provider is `site`: the pages of the source's own site. */
  through?: UpstreamApi
  /** Further interfaces that it reads beside; each is asked on its own hosts, at its own pace and with its own key. */
  also?: readonly UpstreamApi[]
  /** Where the interface wants these requests rarer than others; its turns are counted with those. */
  pace?: Pace
  /** What an address of the provider asks for; null where it is none of the endpoint's. */
  address?: (address: SiteUrl) => Q | null
  /** Completes "must be …" for an address of the provider that asks for nothing: `the URL of an event page (/e/…-<id>)`. */
  addressForm?: string
  /** The hosts on which people meet an interface's subjects; `*.` in front stands for one more label or none. */
  addressHosts?: readonly string[]
  /** What keeps the provider from being asked this query: a parameter and what is wrong with it; null for nothing. */
  cannotAnswer?: (query: Q) => { parameter: string; problem: string } | null
  /** Parameters that make a working call of it, where the endpoint's example is the site's; shown in the reference. */
  example?: Record<string, unknown>
  /** How parameters are written for it, where that is its own: for the reference, a sentence or two for each. */
  inputs?: Readonly<Record<string, string>>
  /** Reads one page, without I/O. Throws pageChanged or pageBlocked. */
  extract: (page: Page, query: Q) => Outcome<R>
  /** A 404 or 410 is read like any page; otherwise it means that there is no such subject. */
  readsMissing?: true
  /** Parameters as they would have been for a page saved from this address; by default `{query: url}`. */
  paramsFromUrl?: (url: string) => Record<string, unknown>
}

/** Most providers read the one page at an address; others say how they find a record. */
type Way<Q, R> =
  | { page: (query: Q, site: Site) => string | URL }
  /** Pure but for `get`: it may be run again over the same pages. */
  | { find: (query: Q, io: Io) => Promise<Outcome<R>> }

export type Provider<Q, R> = Common<Q, R> & {
  name: string
  find: (query: Q, io: Io) => Promise<Outcome<R>>
}

/** Declares a provider: a page that is read, and a subject that is missing where its page is, need not be said. */
export function provider<Q, R>(definition: Common<Q, R> & Way<Q, R>): Provider<Q, R> {
  const extract = (page: Page, query: Q) =>
    isMissing(page) && !definition.readsMissing ? notFound : definition.extract(page, query)
  const find =
    'find' in definition
      ? definition.find
      : async (query: Q, { get, site }: Io) => extract(await get(String(definition.page(query, site))), query)
  return { ...definition, name: definition.through?.name ?? 'site', extract, find }
}

const isMissing = ({ status }: Page): boolean => status === 404 || status === 410
