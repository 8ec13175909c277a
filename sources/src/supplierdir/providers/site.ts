// The result pages of the directory itself: by their state, and by their markup where the state has no list.
import { found, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { scriptById } from '@quarry/kit/read/islands'
import { createListReader, statedOnPage } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { assertReadable } from '@quarry/kit/read/walls'
import { readSearchAddress } from '../search-address.ts'
import { type ResultsMarkup, resultsFromMarkup } from '../search-dom.ts'
import type { Pagination, SearchQuery, SearchRecord } from '../search-record.ts'
import { companiesIn, filtersIn, paginationIn, searchTermIn } from '../search-state.ts'
import { toNameMatch, toSupplier } from '../supplier-state.ts'

export const site = provider<SearchQuery, SearchRecord>({
  address: ({ url }) => readSearchAddress(url),
  addressForm: 'the URL of a search or category page of the directory',
  inputs: {
    query:
      'The full address of a search or category page on the directory: /suppliers/search?searchterm=…, /suppliers/<category>-<id>, /nsearch.html?what=…, each with &page_number=….',
  },
  page: ({ path, search }, directory) => directory.url(`${path}${search}`),
  extract,
})

function extract(page: Page, query: SearchQuery): Outcome<SearchRecord> {
  assertReadable(page)
  const state = scriptById(page.body, '__NEXT_DATA__')
  const pagination = paginationIn(state, query)
  const companies = companiesIn(state)
  const read = (item: JsonObject) => toSupplier(item, page.url)
  const stated = companies.results
  // Nothing in the state, and the state does not say that there is nothing: the markup knows.
  const saysNothing = stated.length === 0 && (pagination.total_results === 0 || isBeyondEnd(pagination))
  const isAnswered = saysNothing || stated.some((item) => read(item) !== null)
  const markup = isAnswered ? null : resultsFromMarkup(page, query.page)
  if (!isAnswered && !markup) throw pageChanged('no list of suppliers')
  const paging = markup ? filledFrom(markup.pagination, pagination) : pagination
  const lists = createListReader(markup ? 'dom' : 'next-data')
  const said = Math.max(stated.length, markup?.shown ?? saidBy(paging) ?? 0)
  const filters = filtersIn(state, lists)
  return found(
    {
      filters: filters.length > 0 ? filters : (markup?.filters ?? []),
      results: lists.main('results', markup?.companies ?? stated, read, said),
      pagination: paging,
      search_term: searchTermIn(state) ?? query.term,
      company_name_matches: lists.main('company_name_matches', companies.nameMatches, (item) =>
        toNameMatch(item, page.url),
      ),
    },
    lists.counted(),
  )
}

/** How many results a page of this paging has. */
function saidBy(paging: Pagination): number | null {
  const { total_results: total, per_page: perPage, current: page, total_pages: lastPage } = paging
  return statedOnPage({ total, perPage, page, lastPage })
}

/** What the state says, and the markup where it does not. */
const filledFrom = (markup: ResultsMarkup['pagination'], stated: Pagination): Pagination => ({
  current: stated.current,
  per_page: stated.per_page ?? markup.perPage,
  total_pages: stated.total_pages ?? markup.totalPages,
  has_next_page: stated.has_next_page ?? markup.hasNextPage,
  total_results: stated.total_results ?? markup.totalResults,
})

const isBeyondEnd = ({ current, total_pages: last }: Pagination) => last !== null && current > last
