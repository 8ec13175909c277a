// Events by words and place from Ticketmaster, which returns only the first thousand hits of a search.
import { searchProvider } from '@quarry/kit'
import { createListReader, statedOnPage } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import {
  parseTicketmasterSearchUrl,
  readTicketmasterEvent,
  readTicketmasterSearch,
  ticketmaster,
  ticketmasterHosts,
  ticketmasterPageSize,
  ticketmasterReach,
  ticketmasterSearchPage,
  ticketmasterSearchUrl,
} from '../../apis/ticketmaster.ts'
import {
  fromPlainSearch,
  plainSearch,
  type SearchQuery,
  toPlainSearch,
  wordsProblem,
} from '../search-query.ts'
import { emptyResult, foundPage, type SearchRecord, type SearchResult } from '../search-record.ts'

const size = { perPage: ticketmasterPageSize, reach: ticketmasterReach }
const lastPage = ticketmasterReach / ticketmasterPageSize

export const ticketmasterSearch = searchProvider<SearchQuery, SearchRecord>({
  api: ticketmaster,
  example: { query: 'jazz', domain: 'com', page: 1 },

  address({ url }) {
    const search = parseTicketmasterSearchUrl(url)
    return search && fromPlainSearch(search)
  },
  addressForm: 'the URL of a search on Ticketmaster (/search?q=…), or words',
  addressHosts: ticketmasterHosts,
  inputs: {
    query:
      'Required: a keyword, or the address of a search on Ticketmaster: `https://www.ticketmaster.com/search?q=…`.',
  },

  cannotAnswer(query) {
    if (query.words === null) return wordsProblem
    if (toPlainSearch(query) === null)
      return { parameter: 'location', problem: 'must be in a country of the list of domains' }
    if (query.page > lastPage)
      return { parameter: 'page', problem: `must be at most ${lastPage} for Ticketmaster` }
    return null
  },

  page: (query) => ticketmasterSearchUrl(plainSearch(query)),

  extract(page, query) {
    const { events, total } = readTicketmasterSearch(page)
    const lists = createListReader('ticketmaster')
    const statedCount = statedOnPage({ total: Math.min(total, size.reach), ...size, page: query.page })
    const results = lists.main('results', events, toResult, statedCount)
    const toAddress = (number: number) => ticketmasterSearchPage({ ...plainSearch(query), page: number })
    return foundPage(results, { ...size, total, page: query.page, toAddress }, lists.counted())
  },

  paramsFromUrl: (_, { text, integer }) => ({
    query: text('keyword') ?? '',
    page: (integer('page') ?? 0) + 1,
  }),
})

function toResult(item: JsonObject): SearchResult | null {
  const event = readTicketmasterEvent(item)
  return (
    event && {
      ...emptyResult,
      ...event.facts,
      language: event.locale,
      // An event's page is where its tickets are sold.
      tickets_url: event.facts.url,
      organizer_id: event.promoterId,
      tags: event.kinds,
      start_date: event.start.day,
      start_time: event.start.time,
      end_date: event.end.day,
      end_time: event.end.time,
    }
  )
}
