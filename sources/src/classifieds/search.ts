// Classified-ad search page (api-rules 2.19): a search page of the site by its address.
import { endpoint } from '@quarry/kit'
import { boolean, object, optional, textParam } from '@quarry/kit/schema'
import { searchSite } from './providers/search-site.ts'
import { record } from './search-record.ts'

const example =
  'https://www.classifieds.example/recherche?category=9&text=appartement&price=50000-900000&page=2'

const inQuery = 'belongs inside query: percent-encode the address there, so that & becomes %26'

/** Parameters of a search page; outside `query` they would be lost and another search would run. */
const addressParams = 'page text category price locations owner_type ad_type sort order'.split(' ')

export const search = endpoint({
  method: 'GET',
  path: '/v2/classifieds/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Classified-ad search page',
  description:
    'One page of classified ads by the address of a search page. Another page is the same address with another page number.',
  example: { query: example, return_page_source: false },
  moreExamples: [
    { query: 'https://www.classifieds.example/c/voitures' },
    { query: 'https://www.classifieds.example/recherche?category=10&rooms=3-max' },
  ],
  params: object({
    query: textParam(
      example,
      'The full address of a search page on the site, its page number included: /recherche?…&page=2, /c/<category>, /c/<category>/p-2. Percent-encode it: an unencoded & would end it.',
    ),
    return_page_source: optional(
      boolean(false, {
        description: "Whether to answer with the search page's HTML instead of a record.",
        default: false,
      }),
    ),
  }),
  misplaced: Object.fromEntries(addressParams.map((name) => [name, inQuery])),
  record,
  parse: ({ query, return_page_source: wantsSource = false }, addresses) => ({
    ...addresses.read(query.trim(), 'query'),
    wantsSource,
  }),
  providers: [searchSite],
})
