// What the state of a result page says. Its parts move about; what they hold and are called does not, so they are
// found by their keys.
import { findArrays, findObjects } from '@quarry/kit/read/find-objects'
import { type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asBoolean, asText, at } from '@quarry/kit/read/values'
import type { Filter } from './search-filter.ts'
import type { Pagination } from './search-record.ts'

const usualNames = /^(?:results|suppliers|companies|supplierResults|searchResults|items|hits)$/

/** The arrays of companies by what they are; advertisements are none. */
export function companiesIn(state: unknown): { results: JsonObject[]; nameMatches: JsonObject[] } {
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
    array ? toEntries(at(state, ...array.path)) : []
  return { results: entries(results), nameMatches: entries(arrays.find(isNameMatch)) }
}

export function paginationIn(state: unknown, asked: { page: number }): Pagination {
  const stated = findObjects(state, ['totalResults'])[0]
  const current = toInteger(stated?.current) ?? toInteger(stated?.currentPage) ?? asked.page
  const totalPages = toInteger(stated?.totalPages)
  return {
    current,
    per_page: toInteger(stated?.perPage),
    total_pages: totalPages,
    has_next_page: asBoolean(stated?.hasNextPage) ?? (totalPages === null ? null : current < totalPages),
    total_results: toInteger(stated?.totalResults),
  }
}

export function filtersIn(state: unknown, lists: ListReader): Filter[] {
  return findArrays(state, ['id', 'count', 'label']).flatMap(({ path }) => {
    // A flat list names the section on each filter, a grouped one on the group around them.
    const group = at(state, ...path.slice(0, -1))
    return lists.side('filters', toEntries(at(state, ...path)), (item) => {
      const id = asText(item.id)
      const section = asText(item.section) ?? asText(at(group, 'section'))
      return id === null ? null : { id, count: toInteger(item.count), label: asText(item.label), section }
    })
  })
}

export const searchTermIn = (state: unknown): string | null =>
  asText(findObjects(state, ['searchTerm'])[0]?.searchTerm)
