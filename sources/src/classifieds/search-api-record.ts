// A page of classified ads as callers get it and what is asked for, apart from the endpoint, so that readers need not
// know it.
import { integer, list, nullable, object, type Static } from '@quarry/kit/schema'
import { ad } from './ad-record.ts'
import type { Filters } from './filters.ts'

const count = (example: number, description: string) => nullable(integer(example, { description }))

export const record = object({
  total: count(231, 'Matches of the search, over all pages.'),
  total_all: count(231, 'Matches by owners of either type.'),
  total_pro: count(188, 'Matches by professionals.'),
  total_private: count(43, 'Matches by private people.'),
  total_active: count(231, 'Matches that are online; null where the site does not count them.'),
  total_inactive: count(0, 'Matches that are not online any more; null where the site does not count them.'),
  total_shippable: count(12, 'Matches that can be sent; null where the site does not count them.'),
  max_pages: count(7, 'How many pages of this size the site shows.'),
  ads: list(ad),
})

export type SearchRecord = Static<typeof record>

/** In the words of the site's own search, to which it is sent as it is. */
export type SearchQuery = {
  filters: Filters
  owner_type: string
  limit: number
  limit_alu: number
  sort_by: string
  sort_order: string
  offset: number
  extend: boolean
  listing_source: string
}
