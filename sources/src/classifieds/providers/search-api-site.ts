// The marketplace's own JSON search; it also reads saved pages of the search.
import { type Provider, provider } from '@quarry/kit'
import { statedOnPage } from '@quarry/kit/read/list-reader'
import { extractAds } from '../search-answer.ts'
import type { Counts, SearchQuery, SearchRecord } from '../search-record.ts'

export const searchApiSite: Provider<SearchQuery, SearchRecord> = provider({
  find: async (query, { get, site }) =>
    searchApiSite.extract(await get(site.url('/finder/search').href, { json: query }), query),
  extract: (page, query) => extractAds(page, (counts) => countLeast(counts, query)),
  // The record of a saved page does not depend on the request.
  paramsFromUrl: () => ({}),
})

/** One if matches remain after the skipped ones: the site decides how many are on a page. */
function countLeast({ total, max_pages: lastPage }: Counts, { offset, limit }: SearchQuery): number {
  const page = Math.floor(offset / limit) + 1
  const remaining = total === null ? null : total - (offset % limit)
  return Math.min(1, statedOnPage({ total: remaining, perPage: limit, page, lastPage }) ?? 0)
}
