// Query and record of a supplier search, separate from the endpoint so that providers can import them.
import { boolean, integer, list, namedObject, nullable, object, type Static, text } from '@quarry/kit/schema'
import { nameMatch, supplier } from './supplier.ts'

const filter = namedObject('SupplierdirFilter', {
  id: text('mat-brass'),
  count: nullable(integer(41, 'How many suppliers match it.')),
  label: nullable(text('Brass')),
  section: nullable(text('Materials')),
})

const pagination = namedObject('SupplierdirPagination', {
  current: integer(1, 'The page, counted from 1.'),
  per_page: nullable(integer(25)),
  total_pages: nullable(integer(4)),
  has_next_page: nullable(boolean(true)),
  total_results: nullable(integer(93)),
})

export const record = object({
  filters: list(filter, 'Filters that narrow the search, as `filters` in its address.'),
  results: list(supplier),
  pagination,
  search_term: nullable(text('ball valves', 'Null for a category that the page does not name.')),
  company_name_matches: list(nameMatch, 'Companies whose name contains the search words.'),
})

export type SearchRecord = Static<typeof record>
export type Filter = Static<typeof filter>
export type Pagination = Static<typeof pagination>

export type SearchQuery = {
  /** The words of the search; null for a category. */
  term: string | null
  page: number
  /** The path of the result page on the directory. */
  path: string
  /** The query string of the result page, with the page number. */
  search: string
  /** The register whose search address the caller sent; no other provider understands its words and codes. */
  register?: 'bronnoysund' | 'companies-house'
}
