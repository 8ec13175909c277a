// A page of suppliers as callers get it, and what is asked for one, apart from the endpoint, so that readers need not
// know it.
import { boolean, integer, list, named, nullable, object, type Static, text } from '@quarry/kit/schema'
import { filter } from './search-filter.ts'
import { nameMatch, supplier } from './supplier.ts'

const pagination = object(
  {
    current: integer(1, { description: 'The page, counted from 1.' }),
    per_page: nullable(integer(25)),
    total_pages: nullable(integer(4)),
    has_next_page: nullable(boolean(true)),
    total_results: nullable(integer(93)),
  },
  named('SupplierdirPagination'),
)

export const record = object({
  filters: list(filter, { description: 'What narrows the search further, as `filters` in its address.' }),
  results: list(supplier),
  pagination,
  search_term: nullable(
    text('ball valves', { description: 'Null for a category that the page does not name.' }),
  ),
  company_name_matches: list(nameMatch, { description: 'Companies whose name has the words of the search.' }),
})

export type SearchRecord = Static<typeof record>
export type Pagination = Static<typeof pagination>

export type SearchQuery = {
  /** What is searched for, where the address says it in words; null for a category. */
  term: string | null
  page: number
  /** Where the directory shows it. */
  path: string
  /** What stands behind the path, the page included. */
  search: string
}
