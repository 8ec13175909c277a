// What an event search asks for, and how words or an address of the shop become one query: both go through the path,
// so that a keyword and the address of its results are one lookup.
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { toInteger } from '@quarry/kit/read/numbers'
import type { SiteUrl } from '@quarry/kit/site'
import {
  countryCodeOf,
  countryOf,
  type Domain,
  domainOfCode,
  everything,
  isLocation,
  isSearchPath,
  keywordSlug,
  searchPath,
} from './shop-paths.ts'

export type SearchQuery = {
  /** In lower case and without punctuation; empty for all coming events, null where the address asks otherwise. */
  words: string | null
  /** `country--city`; null for the whole country of the domain. */
  location: string | null
  domain: string | null
  path: string
  /** What stands behind the path, the page included. */
  search: string
  page: number
}

export const lastPage = 10_000

/** A search by the slug of a keyword, in one place or in the whole country. */
export const searchFor = (slug: string, location: string | null, domain: Domain, page: number): SearchQuery =>
  queryOf(searchPath(location ?? countryOf(domain) ?? '', slug), '', domain, page)

/** A search by an address of the shop, or null where it is no search's. */
export const searchAt = ({ url, domain }: SiteUrl): SearchQuery | null =>
  isSearchPath(url.pathname) ? queryOf(url.pathname, url.search, domain, pageIn(url)) : null

/** The same search on another page. */
export const onPage = ({ path, search, domain }: SearchQuery, page: number): SearchQuery =>
  queryOf(path, search, domain, page)

function queryOf(path: string, search: string, domain: string | null, page: number): SearchQuery {
  const parameters = new URLSearchParams(search)
  const asksMore = [...parameters.keys()].some((name) => name !== 'page')
  if (page === 1) parameters.delete('page')
  else parameters.set('page', String(page))
  return {
    ...(asksMore ? asksOtherwise : askedBy(path, domain)),
    domain,
    path,
    search: parameters.size === 0 ? '' : `?${parameters}`,
    page,
  }
}

/** Words in a place, as those ask who do not know the shop; a town is written as in its slug, without hyphens. */
export type PlainSearch = { words: string; country: string; city: string | null; page: number }

export const asksForWords = 'must be words, or the address of a search by words alone'

/** The search in plain words; null where the shop's address asks for something else, or in a country without a shop. */
export function plainly({ words, location, domain, page }: SearchQuery): PlainSearch | null {
  const [name = '', town] = location?.split('--') ?? [countryOf(domain) ?? '']
  const country = countryCodeOf(name)
  if (words === null || country === null) return null
  return { words, country, city: town?.replaceAll('-', ' ') ?? null, page }
}

/** The query that asks for the same; null in a country without a shop. */
export function searchPlainly({ words, country, city, page }: PlainSearch): SearchQuery | null {
  const domain = domainOfCode(country)
  const name = countryOf(domain)
  const town = city === null ? null : slugOf(city)
  if (domain === null || name === null || town === '' || page > lastPage) return null
  return searchFor(keywordSlug(words) || everything, town === null ? null : `${name}--${town}`, domain, page)
}

/** A name as slugs of places have it: in plain letters and digits. */
export const slugOf = (name: string): string =>
  keywordSlug(
    name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('œ', 'oe').replaceAll('Œ', 'oe'),
  ).replaceAll(/[^a-z0-9-]/g, '')

const asksOtherwise = { words: null, location: null }

/** The words and the place of a path that has nothing else: what those can look for who do not know the shop. */
function askedBy(path: string, domain: string | null): Pick<SearchQuery, 'words' | 'location'> {
  const [, place = '', what = ''] = /^\/d\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
  const isCountry = place === countryOf(domain)
  if (!isCountry && !isLocation(place)) return asksOtherwise
  const words = what === everything ? '' : keywordSlug(decodePercent(what)).replaceAll('-', ' ') || null
  return { words, location: isCountry ? null : place }
}

function pageIn(url: URL): number {
  const page = toInteger(url.searchParams.get('page'))
  return page !== null && page >= 1 && page <= lastPage ? page : 1
}
