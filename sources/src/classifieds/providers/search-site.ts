// The marketplace's searches: a search page by its address (`/recherche?…` or `/c/<category>`, each with a page
// number), and its own JSON search.
import { invalidParameter, type Page, type Provider, pageChanged, pageSource, provider } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { statedOnPage } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { extractAds, findSearchData } from '../search-data.ts'
import type { Counts, SearchQuery, SearchRecord } from '../search-record.ts'

type PageQuery = { path: string; search: string; page: number; wantsSource: boolean }

/** The ads in the state of a search page, or the HTML of the page. */
export const searchSite = provider<PageQuery, SearchRecord>({
  address: ({ url }) => readSearchAddress(url),
  addressForm: 'the URL of a search page (/recherche?… or /c/<category>)',
  page: ({ path, search }, site) => site.url(`${path}${search}`),
  extract(page, query) {
    if (query.wantsSource) {
      // Throws on bot walls and empty shells. A page in an unknown form is returned unchanged.
      findSearchData(page)
      return pageSource(page.body)
    }
    const outcome = extractAds(page, (counts) => countLeast(counts, query))
    if (isOtherPage(page, query)) throw pageChanged('another page of the search than the requested one')
    return outcome
  },
})

/** Some sites redirect numbers beyond the last page to another page, whose ads would be repeats. */
function isOtherPage({ url }: Page, { page }: PageQuery): boolean {
  const pageNumber = isUrl(url) ? readPageNumber(new URL(url)) : null
  return pageNumber !== null && pageNumber !== page
}

/** One on each page up to the last: the site decides how many are on a page. */
function countLeast({ total, max_pages: lastPage }: Counts, { page }: PageQuery): number {
  const isWithin = lastPage !== null && page <= lastPage
  return statedOnPage({ total, perPage: null, page: isWithin ? 1 : page, lastPage }) ?? 0
}

// `/recherche?text=maison&page=2`
const searchPath = /^\/recherche\/?$/
// `/c/voitures`, `/c/voitures/fuel:4`, `/c/voitures/p-2`
const categoryPath = /^(\/c(?:\/(?!p-\d{1,9}\/?$)[^/]{1,200}){1,4})(?:\/p-(\d{1,9}))?\/?$/

const maxPage = 10_000

/** The query of a search page, or null for any other address of the site. */
function readSearchAddress(url: URL): PageQuery | null {
  const category = categoryPath.exec(url.pathname)
  if (!category && !searchPath.test(url.pathname)) return null
  for (const text of [...url.searchParams].flat())
    if (/\p{Cc}/u.test(text)) throw invalidParameter('query', 'must not contain control characters')
  const page = readPageNumber(url)
  if (page === null)
    throw invalidParameter('query', `must be a URL with one page number from 1 to ${maxPage}`)
  // Equal searches get equal queries, in whatever order or escaping; the first page needs no number.
  const params = new URLSearchParams(url.searchParams)
  params.delete('page')
  params.sort()
  const isInPath = category?.[2] !== undefined
  if (page > 1 && !isInPath) params.set('page', String(page))
  const path = category?.[1] ?? '/recherche'
  return {
    path: page > 1 && isInPath ? `${path}/p-${page}` : path,
    search: params.size === 0 ? '' : `?${params}`,
    page,
    wantsSource: false,
  }
}

/** The page number of a search page, 1 by default; null if it is invalid, given twice or not of a search page. */
function readPageNumber({ pathname, searchParams }: URL): number | null {
  const category = categoryPath.exec(pathname)
  if (!category && !searchPath.test(pathname)) return null
  const numbers = [...searchParams.getAll('page'), category?.[2]].filter((number) => number !== undefined)
  const page = toInteger(numbers[0] ?? 1)
  return numbers.length > 1 || page === null || page < 1 || page > maxPage ? null : page
}

/** The JSON search; it also reads saved pages of the search. */
export const searchApiSite: Provider<SearchQuery, SearchRecord> = provider({
  find: async (query, { get, site }) =>
    searchApiSite.extract(await get(site.url('/finder/search').href, { json: query }), query),
  extract: (page, query) => extractAds(page, (counts) => countLeastAfter(counts, query)),
  // The record of a saved page does not depend on the request.
  paramsFromUrl: () => ({}),
})

/** One if matches remain after the skipped ones: the site decides how many are on a page. */
function countLeastAfter({ total, max_pages: lastPage }: Counts, { offset, limit }: SearchQuery): number {
  const page = Math.floor(offset / limit) + 1
  const remaining = total === null ? null : total - (offset % limit)
  return Math.min(1, statedOnPage({ total: remaining, perPage: limit, page, lastPage }) ?? 0)
}
