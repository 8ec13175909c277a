// Ticketmaster's Discovery interface: events on sale in its own shops and those of its sisters, under a key that goes
// with each request and is never part of an address here.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, at } from '@quarry/kit/read/values'
import { upstreamApi } from '@quarry/kit/upstream-api'

export const ticketmaster = upstreamApi({
  name: 'ticketmaster',
  title: 'Ticketmaster Discovery',
  hosts: ['app.ticketmaster.com'],
  licence: 'terms of use of the Ticketmaster developer programme',
  credit: 'Event data by Ticketmaster',
  homepage: 'https://developer.ticketmaster.com',
  // Its guide says five a second, its answers to questions two.
  pace: { perSecond: 2, perDay: 5000 },
  credentials: { env: 'TICKETMASTER_API_KEY', query: 'apikey' },
  // Its terms restrict storing: nothing is kept that need not be.
  keepSeconds: 0,
})

/** The size of a page times its number, counted from 0, must stay below a thousand. */
export const ticketmasterPageSize = 100
export const ticketmasterReach = 1000

const api = 'https://app.ticketmaster.com/discovery/v2'

/** Numbers of events have letters and digits: `G5diZfkn0B-bh`. Those with digits alone are other shops'. */
export const isTicketmasterId = (id: string): boolean =>
  /^[A-Za-z0-9_-]{8,40}$/.test(id) && /[A-Za-z]/.test(id) && /\d/.test(id)

// Without a star only events with texts in English are shown.
const anyLanguage = { locale: '*' }

export const ticketmasterEventUrl = (id: string): string =>
  `${api}/events/${id}.json?${new URLSearchParams(anyLanguage)}`

export type TicketmasterSearch = {
  words: string
  /** ISO 3166, in capitals. */
  country: string
  city: string | null
  /** Counted from 1. */
  page: number
}

export const ticketmasterSearchUrl = ({ words, country, city, page }: TicketmasterSearch): string =>
  `${api}/events.json?${new URLSearchParams({
    ...(words === '' ? {} : { keyword: words }),
    countryCode: country,
    ...(city === null ? {} : { city }),
    ...anyLanguage,
    sort: 'date,name,asc',
    size: String(ticketmasterPageSize),
    page: String(page - 1),
  })}`

/** The same search as people see it; country and town are for us to read again, the shop asks its visitor. */
export function ticketmasterSearchPage({ words, country, city, page }: TicketmasterSearch): string {
  const asked = new URLSearchParams({ q: words, countryCode: country })
  if (city !== null) asked.set('city', city)
  if (page > 1) asked.set('page', String(page))
  return `https://www.ticketmaster.com/search?${asked}`
}

export const ticketmasterHosts = ['www.ticketmaster.com', 'ticketmaster.com']

const searchNames = new Set(['q', 'countryCode', 'city', 'page'])

/** What the address of a search asks for; null where it is none, or asks for more. */
export function parseTicketmasterSearchUrl({ pathname, searchParams }: URL): TicketmasterSearch | null {
  if (!/^\/search\/?$/.test(pathname) || [...searchParams.keys()].some((name) => !searchNames.has(name)))
    return null
  const page = toInteger(searchParams.get('page') ?? '1')
  if (page === null || page < 1) return null
  return {
    words: searchParams.get('q') ?? '',
    country: (searchParams.get('countryCode') || 'US').toUpperCase(),
    city: searchParams.get('city') || null,
    page,
  }
}

/** The event of an answer about it; null where the interface says in its own words that there is none. */
export function readTicketmasterAnswer({ status, body }: Page, id: string): JsonObject | null {
  const answer = asObject(jsonAnswer(body))
  if (status >= 400) {
    if (Array.isArray(answer?.errors)) return null
    throw pageChanged('no JSON of an event that is missing')
  }
  if (!answer) throw pageChanged('no JSON of an event')
  if (asText(answer.id) !== id) throw pageChanged('the answer is about no event, or about another')
  return answer
}

export type TicketmasterAnswer = { events: JsonObject[]; total: number }

/** A search without a hit has no list at all. */
export function readTicketmasterSearch({ status, body }: Page): TicketmasterAnswer {
  const answer = asObject(jsonAnswer(body))
  const total = toInteger(at(answer, 'page', 'totalElements'))
  const events = at(answer, '_embedded', 'events')
  if (status >= 400 || total === null || total < 0) throw pageChanged('no JSON of a search')
  if (events !== undefined && !Array.isArray(events)) throw pageChanged('the events are no list')
  return { events: toEntries(events), total }
}
