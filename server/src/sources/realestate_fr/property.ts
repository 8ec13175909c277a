// Real-estate listing (interface 2.6): one active listing by its address, as a record or as the page's own HTML.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged, pageSource } from '../../contract/outcome.ts'
import { Failure, invalidParameter } from '../../errors.ts'
import { assignedState, scriptById } from '../../extract/islands.ts'
import { jsonLd } from '../../extract/json-ld.ts'
import { outlinePage } from '../../extract/page-outline.ts'
import { assertReadable } from '../../extract/walls.ts'
import { boolean, object, optional, text } from '../../lib/schema.ts'
import { readCurrentState } from './current-state.ts'
import { listingFromLinkedData } from './linked-data.ts'
import { isProgrammePath, readListingPath } from './listing-path.ts'
import { type ListingRecord, listingRecord } from './listing-record.ts'
import { readOldState } from './old-state.ts'
import type { PropertyInput, Reading } from './property-input.ts'

export const property = endpoint({
  method: 'GET',
  path: '/v2/realestate_fr/property',
  credits: 2,
  notFound: 'billed',
  summary: 'Real-estate listing',
  description: 'One active listing, for sale or to let, with its agency, its address and its photos.',
  example: {
    query: 'https://www.realestate-fr.example/annonces/locations/appartement/le-mans-72/200146830.htm',
    return_page_source: false,
  },
  params: object({
    query: text('https://www.realestate-fr.example/annonces/locations/appartement/le-mans-72/200146830.htm', {
      description: 'The address of an active listing. A removed one is not found.',
      maxLength: 2048,
    }),
    return_page_source: optional(
      boolean(false, {
        description: "Whether to answer with the listing page's HTML instead of a record.",
        default: false,
      }),
    ),
  }),
  record: listingRecord,

  parse({ query, return_page_source }, site): PropertyInput {
    const { url } = site.read(query.trim(), 'query')
    const path = readListingPath(url.pathname)
    if (!path) throw invalidParameter('query', 'must be the URL of a listing (/annonces/…/<id>.htm)')
    url.search = ''
    return { url: url.href, id: path.id, wantsSource: return_page_source ?? false }
  },

  async run(input, get) {
    return extractProperty(await get(input.url), input)
  },

  extract: extractProperty,
})

export function extractProperty(page: Page, input: PropertyInput): Outcome<ListingRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const reading = input.wantsSource ? readLoosely(page, input) : readPage(page, input)
  if (reading === 'gone') return notFound
  if (input.wantsSource) return pageSource(page.body)
  if (!reading) throw pageChanged('neither page state nor linked data of a listing')
  return found(reading)
}

// The page is read also where only its source is wanted, because a removed listing has none; but a page that cannot
// be read is still the page that was asked for.
function readLoosely(page: Page, input: PropertyInput): Reading {
  try {
    return readPage(page, input)
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.reason === 'page_changed') return null
    throw thrown
  }
}

function readPage(page: Page, input: PropertyInput): Reading {
  const path = URL.canParse(page.url) ? new URL(page.url).pathname : ''
  const arrived = readListingPath(path)
  // A visitor of a removed listing may be sent to another one, which is not what was asked for.
  if (arrived?.id && input.id && arrived.id !== input.id) return 'gone'
  const stated =
    readCurrentState(assignedState(page.body, '__UFRN_LIFECYCLE_SERVERREQUEST__'), page, input) ??
    readOldState(scriptById(page.body, '__NEXT_DATA__'), page, input)
  if (stated) return stated
  // Or to a search, whose linked data is about other listings.
  if (!arrived) return 'gone'
  if (isProgrammePath(path)) throw pageChanged('a new-build programme, which is no listing')
  return listingFromLinkedData(jsonLd(page.body), page, input) ?? (saysRemoved(page) ? 'gone' : null)
}

const removedWords =
  /n['’]est plus|n['’]existe (?:pas|plus)|a [eé]t[eé] (?:supprim|retir|d[eé]sactiv)|expir[eé]|introuvable|d[eé]j[aà] (?:vendu|lou[eé])/i

/** Some sites answer 200 and tell the visitor only; asked last, of pages without any data of a listing. */
function saysRemoved(page: Page): boolean {
  const { title, heading } = outlinePage(page.body)
  return [heading, title].some((text) => /annonce/i.test(text) && removedWords.test(text))
}
