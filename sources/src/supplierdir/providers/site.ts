// The result pages of the directory: from their state, and from their markup if the state has no list. Parts of the
// state move between releases of the site and keep their keys, so they are found by keys.
import { found, type Outcome, type Page, pageChanged, provider } from '@quarry/kit'
import { findArrays, findObjects } from '@quarry/kit/read/find-objects'
import { scriptById } from '@quarry/kit/read/islands'
import { createListReader, type ListReader, statedOnPage, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asBoolean, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { toNameMatch, toSupplier } from '../read-supplier.ts'
import { parseSearchUrl } from '../search-address.ts'
import { readMarkup } from '../search-markup.ts'
import type { Filter, Pagination, SearchQuery, SearchRecord } from '../search-record.ts'

export const site = provider<SearchQuery, SearchRecord>({
  address: ({ url }) => parseSearchUrl(url),
  addressForm: 'the URL of a search or category page of the directory',
  inputs: {
    query:
      'The full address of a search or category page on the directory: /suppliers/search?searchterm=…, /suppliers/<category>-<id>, /nsearch.html?what=…, each with &page_number=….',
  },
  cannotAnswer: ({ register }) =>
    register === undefined ? null : 'is a search of a register, which the directory does not know',
  page: ({ path, search }, directory) => directory.url(`${path}${search}`),
  extract,
})

function extract(page: Page, query: SearchQuery): Outcome<SearchRecord> {
  assertReadable(page)
  const state = scriptById(page.body, '__NEXT_DATA__')
  const statePaging = readPagination(state, query)
  const { results, nameMatches } = findCompanies(state)
  const readSupplier = (item: JsonObject) => toSupplier(item, page.url)
  const { current, total_pages: lastPage, total_results: stateTotal } = statePaging
  const isEmpty = results.length === 0 && (stateTotal === 0 || (lastPage !== null && current > lastPage))
  // The markup is read if the state has no readable supplier and does not state that there is none.
  const hasSuppliers = isEmpty || results.some((item) => readSupplier(item) !== null)
  const markup = hasSuppliers ? null : readMarkup(page, query.page)
  if (!hasSuppliers && !markup) throw pageChanged('no list of suppliers')
  const pagination = markup ? fillPagination(statePaging, markup.pagination) : statePaging
  const lists = createListReader(markup ? 'dom' : 'next-data')
  const statedCount = Math.max(results.length, markup?.shown ?? countStated(pagination) ?? 0)
  const filters = readFilters(state, lists)
  const readMatch = (item: JsonObject) => toNameMatch(item, page.url)
  const record = {
    filters: filters.length > 0 ? filters : (markup?.filters ?? []),
    results: lists.main('results', markup?.companies ?? results, readSupplier, statedCount),
    pagination,
    search_term: asText(findObjects(state, ['searchTerm'])[0]?.searchTerm) ?? query.term,
    company_name_matches: lists.main('company_name_matches', nameMatches, readMatch),
  }
  return found(record, lists.counted())
}

const resultNames = /^(?:results|suppliers|companies|supplierResults|searchResults|items|hits)$/

/** The results and the companies with a matching name; advertisements are left out. */
function findCompanies(state: unknown): { results: JsonObject[]; nameMatches: JsonObject[] } {
  const arrays = findArrays(state, ['tgramsId', 'address']).filter(
    ({ path }) => !path.some((key) => /^(?:featured|sponsored)/i.test(key)),
  )
  const isNameMatch = ({ path }: { path: readonly string[] }) =>
    path.some((key) => /^(?:company)?NameMatch/i.test(key))
  const others = arrays.filter((array) => !isNameMatch(array))
  const longest = others.toSorted((a, b) => b.items.length - a.items.length)[0]
  const results = others.find(({ name }) => resultNames.test(name)) ?? longest
  // An array is found by the keys of some entries; entries without these keys count too.
  const readEntries = (array: { path: readonly string[] } | undefined) =>
    array ? toEntries(at(state, ...array.path)) : []
  return { results: readEntries(results), nameMatches: readEntries(arrays.find(isNameMatch)) }
}

function readPagination(state: unknown, query: SearchQuery): Pagination {
  const totals = findObjects(state, ['totalResults'])[0]
  const current = toInteger(totals?.current) ?? toInteger(totals?.currentPage) ?? query.page
  const totalPages = toInteger(totals?.totalPages)
  return {
    current,
    per_page: toInteger(totals?.perPage),
    total_pages: totalPages,
    has_next_page: asBoolean(totals?.hasNextPage) ?? (totalPages === null ? null : current < totalPages),
    total_results: toInteger(totals?.totalResults),
  }
}

/** The values of the state, and those of the markup if the state has none. */
const fillPagination = (state: Pagination, markup: Omit<Pagination, 'current'>): Pagination => ({
  current: state.current,
  per_page: state.per_page ?? markup.per_page,
  total_pages: state.total_pages ?? markup.total_pages,
  has_next_page: state.has_next_page ?? markup.has_next_page,
  total_results: state.total_results ?? markup.total_results,
})

/** How many results the page has by its pagination. */
const countStated = ({ total_results: total, per_page: perPage, current: page, total_pages }: Pagination) =>
  statedOnPage({ total, perPage, page, lastPage: total_pages })

function readFilters(state: unknown, lists: ListReader): Filter[] {
  return findArrays(state, ['id', 'count', 'label']).flatMap(({ path }) => {
    // A flat list names the section in each filter, a grouped one in the group.
    const group = at(state, ...path.slice(0, -1))
    return lists.side('filters', toEntries(at(state, ...path)), (item) => {
      const id = asText(item.id)
      const section = asText(item.section) ?? asText(at(group, 'section'))
      return id === null ? null : { id, count: toInteger(item.count), label: asText(item.label), section }
    })
  })
}
