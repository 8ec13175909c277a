// Real-estate listing (api-rules 2.6): one active listing by its address, as a record or as the page's HTML.
import { endpoint } from '@quarry/kit'
import { boolean, object, optional, textParam } from '@quarry/kit/schema'
import { listingRecord } from './listing-record.ts'
import { site } from './providers/site.ts'

const example = 'https://www.realestate-fr.example/annonces/locations/appartement/le-mans-72/200146830.htm'

export const property = endpoint({
  method: 'GET',
  path: '/v2/realestate_fr/property',
  credits: 2,
  notFound: 'billed',
  summary: 'Real-estate listing',
  description: 'One active listing, for sale or to let: price, home, place, photos and agency.',
  example: { query: example, return_page_source: false },
  moreExamples: [
    { query: 'https://www.realestate-fr.example/annonces/locations/maison/grenoble-38/200000017.htm' },
    { query: 'https://www.realestate-fr.example/annonces/200038652.htm' },
  ],
  params: object({
    query: textParam(example, 'The address of an active listing. A removed one is not found.'),
    return_page_source: optional(
      boolean(false, {
        description: "Whether to answer with the listing page's HTML instead of a record.",
        default: false,
      }),
    ),
  }),
  record: listingRecord,
  parse: ({ query, return_page_source: wantsSource = false }, addresses) => ({
    ...addresses.read(query.trim(), 'query'),
    wantsSource,
  }),
  providers: [site],
})
