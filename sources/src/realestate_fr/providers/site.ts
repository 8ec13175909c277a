// One listing by its own page on the portal: by the state of current or of older pages, or by its linked data.
import { isFailure } from '@quarry/kit/errors'
import { isUrl } from '@quarry/kit/is-url'
import { found, notFound, type Outcome, type Page, pageChanged, pageSource } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { assignedState, scriptById } from '@quarry/kit/read/islands'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { outlinePage } from '@quarry/kit/read/page-outline'
import { assertReadable } from '@quarry/kit/read/walls'
import { readCurrentState } from '../current-state.ts'
import { listingFromLinkedData } from '../linked-data.ts'
import { isProgrammePath, readListingPath } from '../listing-path.ts'
import type { ListingRecord } from '../listing-record.ts'
import { readOldState } from '../old-state.ts'
import type { PropertyQuery, Told } from '../property-query.ts'

export const site = provider<PropertyQuery, ListingRecord>({
  address({ url }) {
    const listing = readListingPath(url.pathname)
    return listing && { path: url.pathname, id: listing.id, wantsSource: false }
  },
  addressForm: 'the URL of a listing (/annonces/…/<id>.htm)',

  page: ({ path }, portal) => portal.url(path),

  extract(page, query) {
    assertReadable(page)
    const outcome = query.wantsSource ? readLoosely(page, query) : readPage(page, query)
    if (outcome?.kind === 'not_found') return notFound
    if (query.wantsSource) return pageSource(page.body)
    if (!outcome) throw pageChanged('neither page state nor linked data of a listing')
    return outcome
  },
})

// The page is read also where only its source is wanted, because a removed listing has none; but a page that cannot
// be read is still the page that was asked for.
function readLoosely(page: Page, query: PropertyQuery): Outcome<ListingRecord> | null {
  try {
    return readPage(page, query)
  } catch (thrown) {
    if (isFailure(thrown) && thrown.reason === 'page_changed') return null
    throw thrown
  }
}

/** What comes of the page, or null where no form of it says anything. */
function readPage(page: Page, query: PropertyQuery): Outcome<ListingRecord> | null {
  const path = isUrl(page.url) ? new URL(page.url).pathname : ''
  const arrived = readListingPath(path)
  // A visitor of a removed listing may be sent to another one, which is not what was asked for.
  if (arrived?.id && query.id && arrived.id !== query.id) return notFound
  const current = assignedState(page.body, '__UFRN_LIFECYCLE_SERVERREQUEST__')
  const stated =
    outcomeOf(readCurrentState(current, page, query), 'server-request') ??
    outcomeOf(readOldState(scriptById(page.body, '__NEXT_DATA__'), page, query), 'next-data')
  if (stated) return stated
  // Or to a search, whose linked data is about other listings.
  if (!arrived) return notFound
  if (isProgrammePath(path)) throw pageChanged('a new-build programme, which is no listing')
  const linked = outcomeOf(listingFromLinkedData(jsonLd(page.body), page, query), 'json-ld')
  return linked ?? (saysRemoved(page) ? notFound : null)
}

const outcomeOf = (told: Told, form: string): Outcome<ListingRecord> | null =>
  told === 'gone' ? notFound : told && found(told, { form })

const removedWords =
  /n['’]est plus|n['’]existe (?:pas|plus)|a [eé]t[eé] (?:supprim|retir|d[eé]sactiv)|expir[eé]|introuvable|d[eé]j[aà] (?:vendu|lou[eé])/i

/** Some sites answer 200 and tell the visitor only; asked last, of pages without any data of a listing. */
function saysRemoved(page: Page): boolean {
  const { title, heading } = outlinePage(page.body)
  return [heading, title].some((text) => /annonce/i.test(text) && removedWords.test(text))
}
