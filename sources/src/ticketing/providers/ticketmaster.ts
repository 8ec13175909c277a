// Events from Ticketmaster, which has sales data, but seldom the end of an event: one by its number, and those of a
// search by words and place, of which it returns only the first thousand.
import { found, notFound, pageChanged, provider, searchProvider } from '@quarry/kit'
import { createListReader, statedOnPage } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import {
  isTicketmasterId,
  parseTicketmasterSearchUrl,
  readTicketmasterEvent,
  readTicketmasterResponse,
  readTicketmasterSearch,
  type TicketmasterEvent,
  ticketmaster,
  ticketmasterEventUrl,
  ticketmasterHosts,
  ticketmasterPageSize,
  ticketmasterReach,
  ticketmasterSearchPage,
  ticketmasterSearchUrl,
} from '../../apis/ticketmaster.ts'
import { buildTimes, type EventQuery, type EventRecord, emptyEvent } from '../event-record.ts'
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

export const ticketmasterEvent = provider<EventQuery, EventRecord>({
  api: ticketmaster,
  example: { query: 'G5diZfkn0B-bh' },
  inputs: { query: 'The id of an event on Ticketmaster, such as `G5diZfkn0B-bh`.' },
  // A missing event is a 404 with JSON; any other 404 says nothing about the event.
  readsMissing: true,

  cannotAnswer: ({ id }) =>
    isTicketmasterId(id) ? null : 'must be the id of an event on Ticketmaster, such as G5diZfkn0B-bh',

  page: ({ id }) => ticketmasterEventUrl(id),

  extract(page, { id }) {
    const response = readTicketmasterResponse(page, id)
    if (response === null) return notFound
    const event = readTicketmasterEvent(response)
    if (event === null) throw pageChanged('the event cannot be read')
    return found(toRecord(event), { form: 'ticketmaster', source: event.facts.url ?? ticketmaster.homepage })
  },

  paramsFromUrl: (url) => ({ query: /\/events\/([\w-]+)\.json$/.exec(new URL(url).pathname)?.[1] ?? url }),
})

/** States of the event rather than of the sale. */
const statuses = new Set(['canceled', 'cancelled', 'postponed', 'rescheduled'])

const toRecord = (event: TicketmasterEvent): EventRecord => ({
  ...emptyEvent,
  ...buildTimes(event.start, event.end),
  ...event.facts,
  locale: event.locale,
  status: event.state !== null && statuses.has(event.state) ? event.state : null,
  category: event.segment,
  subcategory: event.genre,
  currency: event.currency,
  sales_status: event.state,
  description: event.pleaseNote,
  images: event.images,
  organizer: { ...emptyEvent.organizer, id: event.promoterId, name: event.promoterName },
})
