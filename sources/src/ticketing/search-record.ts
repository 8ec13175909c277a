// The record of a page of events, separate from the endpoint, so that readers need not import it.
import { found, type Outcome, type Reading } from '@quarry/kit'
import { readFields } from '@quarry/kit/read/read-fields'
import { boolean, integer, list, namedObject, nullable, object, type Static, text } from '@quarry/kit/schema'
import { venue } from './event-record.ts'

const uri = { format: 'uri' }
const localDay = { format: 'date', description: 'The day at the venue.' }
const localTime = 'Local time at the venue, `HH:MM`.'

export const result = namedObject('TicketingResult', {
  url: nullable(text('https://fr.ticketing.example/e/nuit-du-jazz-1000000000017', uri)),
  name: text('Nuit du jazz'),
  summary: nullable(text('Une nuit entière de jazz sur les quais.')),
  event_id: text('1000000000017', 'Accepted as `query` of the event lookup.'),
  language: nullable(text('fr-fr', 'Language and country of the texts.')),
  timezone: nullable(text('Europe/Paris', 'A name of the IANA time zone database.')),
  image_url: nullable(text('https://img.ticketing.example/1000000000017/1.jpg', uri)),
  tickets_url: nullable(text('https://fr.ticketing.example/checkout?eid=1000000000017', uri)),
  organizer_id: nullable(text('9282914702', 'As `organizer.id` of the event lookup.')),
  tags: list(text('Jazz')),
  venue: nullable(venue),
  start_date: nullable(text('2027-03-12', localDay)),
  start_time: nullable(text('20:00', localTime)),
  end_date: nullable(text('2027-03-13', localDay)),
  end_time: nullable(text('02:00', localTime)),
  is_online: nullable(boolean(false)),
})

export const record = object({
  results: list(result),
  pagination: namedObject('TicketingPagination', {
    next: nullable(
      text('https://fr.ticketing.example/d/france/jazz/?page=2', {
        format: 'uri',
        description: "The site's address of the next page, or null at the end; accepted as `query`.",
      }),
    ),
    page: integer(1, 'Counts from 1.'),
    per_page: integer(20),
    total_pages: integer(4),
    total_results: integer(73),
  }),
})

export type SearchRecord = Static<typeof record>
export type SearchResult = Static<typeof result>

export const emptyResult = readFields(result, null)

type Paging = {
  /** All hits, also those beyond `reach`. */
  total: number
  page: number
  perPage: number
  /** How many hits the API returns at most. */
  reach: number
  toAddress: (page: number) => string
}

/** A page of an API's hits; partial on the last page of an API that returns only some of them. */
export function foundPage(
  results: SearchResult[],
  { total, page, perPage, reach, toAddress }: Paging,
  reading: Reading,
): Outcome<SearchRecord> {
  const pages = Math.ceil(Math.min(total, reach) / perPage)
  const record = {
    results,
    pagination: {
      next: page < pages ? toAddress(page + 1) : null,
      page,
      per_page: perPage,
      total_pages: pages,
      total_results: total,
    },
  }
  // There are more hits after the last page that the API returns.
  const isCut = total > reach && page === pages
  return found(record, { ...reading, ...(isCut ? { isPartial: true } : {}), source: toAddress(1) })
}
