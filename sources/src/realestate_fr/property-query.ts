// What is asked of a listing and what one form of its page can say, apart from the endpoint, so that readers need not
// know it.
import type { ListingRecord } from './listing-record.ts'

export type PropertyQuery = {
  path: string
  /** The portal's number of the listing; null where the address carries another kind of id. */
  id: number | null
  wantsSource: boolean
}

/** A record, that the listing is gone, or nothing. */
export type Told = ListingRecord | 'gone' | null
