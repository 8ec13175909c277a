// One listing from its page on the portal: the state of current or older pages, or the linked data.
import {
  found,
  isFailure,
  notFound,
  type Outcome,
  type Page,
  pageChanged,
  pageSource,
  provider,
} from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { assignedState, scriptById } from '@quarry/kit/read/islands'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { assertReadable, outlinePage } from '@quarry/kit/read/walls'
import { readCurrentState } from '../current-state.ts'
import { readLinkedData } from '../linked-data.ts'
import { isProgrammePath, readListingPath } from '../listing-path.ts'
import type { ListingRecord, PropertyQuery, ReadListing } from '../listing-record.ts'
import { readOldState } from '../old-state.ts'

export const site = provider<PropertyQuery, ListingRecord>({
  address({ url }) {
    const listing = readListingPath(url.pathname)
    return listing && { path: url.pathname, id: listing.id, wantsSource: false }
  },
  addressForm: 'the URL of a listing (/annonces/…/<id>.htm)',
  page: ({ path }, portal) => portal.url(path),
  extract(page, query) {
    assertReadable(page)
    const outcome = query.wantsSource ? tryReadPage(page, query) : readPage(page, query)
    if (outcome?.kind === 'not_found') return notFound
    if (query.wantsSource) return pageSource(page.body)
    if (!outcome) throw pageChanged('neither page state nor linked data of a listing')
    return outcome
  },
})

// For `return_page_source` the page is read as well: a removed listing is not found, but a page in an unknown form is
// still returned.
function tryReadPage(page: Page, query: PropertyQuery): Outcome<ListingRecord> | null {
  try {
    return readPage(page, query)
  } catch (thrown) {
    if (isFailure(thrown) && thrown.reason === 'page_changed') return null
    throw thrown
  }
}

/** The outcome, or null if the page has no known form. */
function readPage(page: Page, query: PropertyQuery): Outcome<ListingRecord> | null {
  const path = isUrl(page.url) ? new URL(page.url).pathname : ''
  const listing = readListingPath(path)
  // The address of a removed listing may redirect to another listing.
  if (listing?.id && query.id && listing.id !== query.id) return notFound
  const current = assignedState(page.body, '__UFRN_LIFECYCLE_SERVERREQUEST__')
  const fromState =
    toOutcome(readCurrentState(current, page, query), 'server-request') ??
    toOutcome(readOldState(scriptById(page.body, '__NEXT_DATA__'), page, query), 'next-data')
  if (fromState) return fromState
  // Or to a search, whose linked data describes other listings.
  if (!listing) return notFound
  if (isProgrammePath(path)) throw pageChanged('a new-build programme, not a listing')
  const linked = toOutcome(readLinkedData(jsonLd(page.body), page, query), 'json-ld')
  return linked ?? (saysRemoved(page) ? notFound : null)
}

const toOutcome = (listing: ReadListing, form: string): Outcome<ListingRecord> | null =>
  listing === 'gone' ? notFound : listing && found(listing, { form })

const removedWords =
  /n['’]est plus|n['’]existe (?:pas|plus)|a [eé]t[eé] (?:supprim|retir|d[eé]sactiv)|expir[eé]|introuvable|d[eé]j[aà] (?:vendu|lou[eé])/i

/** Some sites answer 200 and say so in the heading; checked last, on pages without listing data. */
function saysRemoved(page: Page): boolean {
  const { title, heading } = outlinePage(page.body)
  return [heading, title].some((text) => /annonce/i.test(text) && removedWords.test(text))
}
