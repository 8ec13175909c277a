// What is asked of a listing and what can come of a page of one, apart from the endpoint, so that readers need not
// know it.
import type { ListingRecord } from './listing-record.ts'

export type PropertyInput = { url: string; id: number | null; wantsSource: boolean }

/** What one form of the page says: a record, that the listing is gone, or nothing. */
export type Reading = ListingRecord | 'gone' | null
