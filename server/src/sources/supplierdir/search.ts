// Supplier search (interface 2.4): one page of the directory's results, by the address of the search.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { findArrays, findObjects } from '../../extract/find-objects.ts'
import { scriptById } from '../../extract/islands.ts'
import { createListReader, entriesOf, type ListReader, statedOnPage } from '../../extract/list-reader.ts'
import { toInteger } from '../../extract/numbers.ts'
import type { JsonObject } from '../../extract/parse-json.ts'
import { asBoolean, asText, at } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
import { boolean, integer, list, nullable, object, type Static, text } from '../../lib/schema.ts'
import { readSearchAddress, type SearchAddress } from './search-address.ts'
import { type ResultsMarkup, resultsFromMarkup } from './search-dom.ts'
import { type Filter, filter } from './search-filter.ts'
import { nameMatch, supplier } from './supplier.ts'
import { toNameMatch, toSupplier } from './supplier-state.ts'

const record = object({
  filters: list(filter),
  results: list(supplier),
  pagination: object({
    current: integer(1),
    per_page: nullable(integer(25)),
    total_pages: nullable(integer(4)),
    has_next_page: nullable(boolean(true)),
    total_results: nullable(integer(93)),
  }),
  search_term: nullable(text('ball valves')),
  company_name_matches: list(nameMatch),
})

type SearchRecord = Static<typeof record>

export const search = endpoint({
  method: 'GET',
  path: '/v2/supplierdir/search',
  credits: 3,
  notFound: 'billed',
  summary: 'Supplier search',
  description:
    'One page of suppliers with the filters and the companies of that name, by the address of a search or category page. Another page is the same address with another `page_number`.',
  example: { query: 'https://www.supplierdir.example/suppliers/search?searchterm=ball+valves&page_number=1' },
  params: object({
    query: text('https://www.supplierdir.example/suppliers/search?searchterm=ball+valves&page_number=1', {
      description:
        'The full address of a search or category page on the directory: /suppliers/search?searchterm=…, /suppliers/<category>-<id>, /nsearch.html?what=…, each with &page_number=…. Percent-encode it: an & of its own would end it.',
      maxLength: 2048,
    }),
  }),
  misplaced: {
    page_number: 'belongs inside query: percent-encode the address there, so that & becomes %26',
  },
  record,

  parse: ({ query }, site): SearchAddress => readSearchAddress(query, site),

  async run(input, get) {
    return extractSearch(await get(input.url), input)
  },

  extract: extractSearch,
})

export function extractSearch(page: Page, input: SearchAddress): Outcome<SearchRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const state = scriptById(page.body, '__NEXT_DATA__')
  const pagination = paginationIn(state, input)
  const companies = companiesIn(state)
  const read = (item: JsonObject) => toSupplier(item, page.url)
  const stated = companies.results
  // Nothing in the state, and the state does not say that there is nothing: the markup knows.
  const saysNothing = stated.length === 0 && (pagination.total_results === 0 || isBeyondEnd(pagination))
  const isAnswered = saysNothing || stated.some((item) => read(item) !== null)
  const markup = isAnswered ? null : resultsFromMarkup(page, input.page)
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
      search_term: searchTermIn(state) ?? input.term,
      company_name_matches: lists.main('company_name_matches', companies.nameMatches, (item) =>
        toNameMatch(item, page.url),
      ),
    },
    lists.counted(),
  )
}

/** How many results a page of this paging has. */
function saidBy(paging: SearchRecord['pagination']): number | null {
  const { total_results: total, per_page: perPage, current: page, total_pages: lastPage } = paging
  return statedOnPage({ total, perPage, page, lastPage })
}

const usualNames = /^(?:results|suppliers|companies|supplierResults|searchResults|items|hits)$/

/** The arrays of companies by what they are. They move about in the state; what they hold and are called does not. */
function companiesIn(state: unknown): { results: JsonObject[]; nameMatches: JsonObject[] } {
  const arrays = findArrays(state, ['tgramsId', 'address']).filter(
    ({ path }) => !path.some((key) => /^(?:featured|sponsored)/i.test(key)),
  )
  const isNameMatch = ({ path }: { path: readonly string[] }) =>
    path.some((key) => /^(?:company)?NameMatch/i.test(key))
  const others = arrays.filter((array) => !isNameMatch(array))
  const longest = others.toSorted((a, b) => b.items.length - a.items.length)[0]
  const results = others.find(({ name }) => usualNames.test(name)) ?? longest
  // Found by the keys of some of its entries; those that lack them are entries all the same.
  const entries = (array: { path: readonly string[] } | undefined) =>
    array ? entriesOf(at(state, ...array.path)) : []
  return { results: entries(results), nameMatches: entries(arrays.find(isNameMatch)) }
}

function paginationIn(state: unknown, input: SearchAddress): SearchRecord['pagination'] {
  const stated = findObjects(state, ['totalResults'])[0]
  const current = toInteger(stated?.current) ?? toInteger(stated?.currentPage) ?? input.page
  const totalPages = toInteger(stated?.totalPages)
  return {
    current,
    per_page: toInteger(stated?.perPage),
    total_pages: totalPages,
    has_next_page: asBoolean(stated?.hasNextPage) ?? (totalPages === null ? null : current < totalPages),
    total_results: toInteger(stated?.totalResults),
  }
}

/** What the state says, and the markup where it does not. */
const filledFrom = (
  markup: ResultsMarkup['pagination'],
  stated: SearchRecord['pagination'],
): SearchRecord['pagination'] => ({
  current: stated.current,
  per_page: stated.per_page ?? markup.perPage,
  total_pages: stated.total_pages ?? markup.totalPages,
  has_next_page: stated.has_next_page ?? markup.hasNextPage,
  total_results: stated.total_results ?? markup.totalResults,
})

const isBeyondEnd = ({ current, total_pages: last }: SearchRecord['pagination']) =>
  last !== null && current > last

function filtersIn(state: unknown, lists: ListReader): Filter[] {
  return findArrays(state, ['id', 'count', 'label']).flatMap(({ path }) => {
    // A flat list names the section on each filter, a grouped one on the group around them.
    const group = at(state, ...path.slice(0, -1))
    return lists.side('filters', entriesOf(at(state, ...path)), (item) => {
      const id = asText(item.id)
      const section = asText(item.section) ?? asText(at(group, 'section'))
      return id === null ? null : { id, count: toInteger(item.count), label: asText(item.label), section }
    })
  })
}

const searchTermIn = (state: unknown): string | null =>
  asText(findObjects(state, ['searchTerm'])[0]?.searchTerm)
