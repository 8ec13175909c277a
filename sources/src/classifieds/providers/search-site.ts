// One search page of the marketplace by its address: the ads in its state, or the HTML of the page.
import { isUrl } from '@quarry/kit/is-url'
import { type Page, pageChanged, pageSource } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { statedOnPage } from '@quarry/kit/read/list-reader'
import { type PageQuery, readPageNumber, readSearchAddress } from '../search-address.ts'
import { extractAds, findSearchData } from '../search-answer.ts'
import type { Counts, SearchRecord } from '../search-record.ts'

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
