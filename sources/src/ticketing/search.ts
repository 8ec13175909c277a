// Event search (api-rules 2.14): one page of results by keyword, or by the address of a city, category or search
// page. Without a query, the coming events of the country.
import { endpoint, invalidParameter, looksLikeAddress } from '@quarry/kit'
import { integer, object, optional, text, textParam } from '@quarry/kit/schema'
import { openAgendaSearch } from './providers/openagenda.ts'
import { searchSite } from './providers/search-site.ts'
import { ticketmasterSearch } from './providers/ticketmaster.ts'
import { lastPage, searchByKeyword, toPage } from './search-query.ts'
import { record } from './search-record.ts'
import { allEvents, domainParam, isLocation, readDomain, toKeywordSlug } from './shop-paths.ts'

export const search = endpoint({
  method: 'GET',
  path: '/v2/ticketing/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Event search',
  description: 'One page of coming events by keyword, city, category or search address.',
  example: { query: 'jazz', domain: 'fr', page: 1 },
  moreExamples: [
    { query: 'jazz', domain: 'fr', location: 'france--paris' },
    { query: 'https://co.uk.ticketing.example/d/united-kingdom--bristol/events/' },
  ],
  params: object({
    query: optional(textParam('jazz')),
    domain: domainParam('keyword searches'),
    location: optional(
      text('france--nantes', {
        description: 'Location slug `country--city`; keyword searches only.',
        maxLength: 200,
      }),
    ),
    page: optional(
      integer(1, {
        description: 'Page number; by default that of the address, or 1.',
        minimum: 1,
        maximum: lastPage,
      }),
    ),
  }),
  record,

  parse({ query, domain, location, page }, addresses) {
    const subject = query?.trim() ?? ''
    if (!looksLikeAddress(subject)) {
      const slug = subject === '' ? allEvents : toKeywordSlug(subject)
      if (slug === '') throw invalidParameter('query', 'must have a letter or a digit')
      return searchByKeyword(slug, readLocation(location), readDomain(domain), page ?? 1)
    }
    const found = addresses.read(subject, 'query')
    return page === undefined ? found : toPage(found, page)
  },

  providers: [searchSite, openAgendaSearch, ticketmasterSearch],
})

function readLocation(location: string | undefined): string | null {
  if (location !== undefined && !isLocation(location))
    throw invalidParameter('location', 'must be a slug of the form country--city, such as france--nantes')
  return location ?? null
}
