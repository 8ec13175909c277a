// The JSON search of a marketplace itself; saved pages of its search are read too.
import { type Provider, provider } from '@quarry/kit/provider'
import { statedOnPage } from '@quarry/kit/read/list-reader'
import { extractAds } from '../search-answer.ts'
import type { SearchQuery, SearchRecord } from '../search-api-record.ts'

export const searchApiSite: Provider<SearchQuery, SearchRecord> = provider({
  find: async (query, { get, site: market }) =>
    searchApiSite.extract(await get(market.url('/finder/search').href, { json: query }), query),

  extract: (page, query) => extractAds(page, (counts) => leastShown(counts, query)),

  // What a saved page says does not depend on what was asked.
  paramsFromUrl: () => ({}),
})

/** One, where matches are left behind those that were skipped: how many of them go on a page is the site's choice. */
function leastShown(
  { total, max_pages: lastPage }: Pick<SearchRecord, 'total' | 'max_pages'>,
  { offset, limit }: SearchQuery,
): number {
  const page = Math.floor(offset / limit) + 1
  const left = total === null ? null : total - (offset % limit)
  return Math.min(1, statedOnPage({ total: left, perPage: limit, page, lastPage }) ?? 0)
}
