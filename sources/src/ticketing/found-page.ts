// One page of a search that an interface counts in full and gives out in part: how many pages there are to turn, and
// where the next one is.
import type { SearchRecord, SearchResult } from './search-record.ts'

type Told = {
  /** Hits in all, also those that the interface gives to nobody. */
  total: number
  page: number
  perPage: number
  /** How many hits the interface gives out. */
  reach: number
  addressOf: (page: number) => string
}

export function foundPage(
  results: SearchResult[],
  { total, page, perPage, reach, addressOf }: Told,
): { record: SearchRecord; isPartial?: true } {
  const pages = Math.ceil(Math.min(total, reach) / perPage)
  const record = {
    results,
    pagination: {
      next: page < pages ? addressOf(page + 1) : null,
      page,
      per_page: perPage,
      total_pages: pages,
      total_results: total,
    },
  }
  // Behind the last page there are more, and nobody can turn to them.
  return total > reach && page === pages ? { record, isPartial: true } : { record }
}
