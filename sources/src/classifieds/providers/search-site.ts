// One page of a search on the marketplace, by its own address: the ads by its state, or the page as it is.
import { isUrl } from '@quarry/kit/is-url'
import { type Page, pageChanged, pageSource } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { statedOnPage } from '@quarry/kit/read/list-reader'
import { type PageQuery, pageNumberOf, readSearchAddress } from '../search-address.ts'
import { extractAds, searchStateOf } from '../search-answer.ts'
import type { SearchRecord } from '../search-api-record.ts'

export const searchSite = provider<PageQuery, SearchRecord>({
  address: ({ url }) => readSearchAddress(url),
  addressForm: 'the URL of a search page (/recherche?… or /c/<category>)',

  page: ({ path, search }, market) => market.url(`${path}${search}`),

  extract(page, query) {
    if (query.wantsSource) {
      // Walls and empty shells are no source; a page that cannot be read is still the one that was asked for.
      searchStateOf(page)
      return pageSource(page.body)
    }
    const outcome = extractAds(page, (counts) => leastShown(counts, query))
    // Ads of another page would be repeats under the number that was asked for.
    if (isOtherPage(page, query)) throw pageChanged('another page of the search than the one asked for')
    return outcome
  },
})

/** Whether the site led to another page of the search, as some do for numbers beyond the end. */
function isOtherPage({ url }: Page, { page }: PageQuery): boolean {
  const arrived = isUrl(url) ? pageNumberOf(new URL(url)) : null
  return arrived !== null && arrived !== page
}

/** One on each page up to the last: how many go on a page is the site's choice. */
function leastShown(
  { total, max_pages: lastPage }: Pick<SearchRecord, 'total' | 'max_pages'>,
  { page }: PageQuery,
): number {
  const isWithin = lastPage !== null && page <= lastPage
  return statedOnPage({ total, perPage: null, page: isWithin ? 1 : page, lastPage }) ?? 0
}
