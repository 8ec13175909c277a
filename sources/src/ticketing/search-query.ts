// The query of an event search. Keywords and addresses of the shop both become a path, so that a keyword and the
// address of its results are the same lookup.
import type { SiteUrl } from '@quarry/kit'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { toInteger } from '@quarry/kit/read/numbers'
import type { EventSearch } from '../apis/event-search.ts'
import {
  allEvents,
  type Domain,
  findDomain,
  isLocation,
  isSearchPath,
  toCountryCode,
  toCountryName,
  toKeywordSlug,
  toSearchPath,
} from './shop-paths.ts'

export type SearchQuery = {
  /** In lower case and without punctuation; empty for all coming events, null if the address has other filters. */
  words: string | null
  /** `country--city`; null for the whole country of the domain. */
  location: string | null
  domain: string | null
  path: string
  /** The query string, with the page. */
  search: string
  page: number
}

export const lastPage = 10_000

/** A search by the slug of a keyword, in one place or in the whole country. */
export const searchByKeyword = (slug: string, location: string | null, domain: Domain, page: number) =>
  toQuery(toSearchPath(location ?? toCountryName(domain) ?? '', slug), '', domain, page)

/** A search by an address of the shop, or null if it is not a search page. */
export const parseSearchUrl = ({ url, domain }: SiteUrl): SearchQuery | null =>
  isSearchPath(url.pathname) ? toQuery(url.pathname, url.search, domain, readPage(url)) : null

/** The same search on another page. */
export const toPage = ({ path, search, domain }: SearchQuery, page: number): SearchQuery =>
  toQuery(path, search, domain, page)

function toQuery(path: string, search: string, domain: string | null, page: number): SearchQuery {
  const parameters = new URLSearchParams(search)
  const asksMore = [...parameters.keys()].some((name) => name !== 'page')
  if (page === 1) parameters.delete('page')
  else parameters.set('page', String(page))
  return {
    ...(asksMore ? notPlain : readPath(path, domain)),
    domain,
    path,
    search: parameters.size === 0 ? '' : `?${parameters}`,
    page,
  }
}

export const wordsProblem = 'must be words, or the address of a search by words alone'

/**
 * The search in plain words, with a town as in its slug but without hyphens; null if the address has other filters or
 * the country has no shop.
 */
export function toPlainSearch({ words, location, domain, page }: SearchQuery): EventSearch | null {
  const [name = '', town] = location?.split('--') ?? [toCountryName(domain) ?? '']
  const country = toCountryCode(name)
  if (words === null || country === null) return null
  return { words, country, city: town?.replaceAll('-', ' ') ?? null, page }
}

/** The same for a query that the provider accepts, which has words and a country. */
export const plainSearch = (query: SearchQuery): EventSearch =>
  toPlainSearch(query) ?? { words: '', country: 'FR', city: null, page: query.page }

/** The same search as a query of the shop; null in a country without a shop. */
export function fromPlainSearch({ words, country, city, page }: EventSearch): SearchQuery | null {
  const domain = findDomain(country)
  const name = toCountryName(domain)
  const town = city === null ? null : toPlaceSlug(city)
  if (domain === null || name === null || town === '' || page > lastPage) return null
  return searchByKeyword(
    toKeywordSlug(words) || allEvents,
    town === null ? null : `${name}--${town}`,
    domain,
    page,
  )
}

/** A name as slugs of places have it: in plain letters and digits. */
export const toPlaceSlug = (name: string): string =>
  toKeywordSlug(
    name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('œ', 'oe').replaceAll('Œ', 'oe'),
  ).replaceAll(/[^a-z0-9-]/g, '')

const notPlain = { words: null, location: null }

/** Words and place, if the path has nothing else. */
function readPath(path: string, domain: string | null): Pick<SearchQuery, 'words' | 'location'> {
  const [, place = '', what = ''] = /^\/d\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
  const isCountry = place === toCountryName(domain)
  if (!isCountry && !isLocation(place)) return notPlain
  const words = what === allEvents ? '' : toKeywordSlug(decodePercent(what)).replaceAll('-', ' ') || null
  return { words, location: isCountry ? null : place }
}

function readPage(url: URL): number {
  const page = toInteger(url.searchParams.get('page'))
  return page !== null && page >= 1 && page <= lastPage ? page : 1
}
