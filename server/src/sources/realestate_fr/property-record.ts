// What is asked of a listing, and the listing as callers get it, apart from the endpoint, so that readers need not know it.
import type { ListingRecord } from './listing-record.ts'

export type PropertyInput = { url: string; id: number | null; wantsSource: boolean }

/** What one form of the page says: a record, that the listing is gone, or nothing. */
export type Reading = ListingRecord | 'gone' | null
