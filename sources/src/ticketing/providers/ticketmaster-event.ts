// One event by its number from Ticketmaster, which has sales data, but seldom the end of an event.
import { found, notFound, pageChanged, provider } from '@quarry/kit'
import {
  isTicketmasterId,
  readTicketmasterAnswer,
  readTicketmasterEvent,
  type TicketmasterEvent,
  ticketmaster,
  ticketmasterEventUrl,
} from '../../apis/ticketmaster.ts'
import { buildTimes, type EventQuery, type EventRecord, emptyEvent } from '../event-record.ts'

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
    const answer = readTicketmasterAnswer(page, id)
    if (answer === null) return notFound
    const event = readTicketmasterEvent(answer)
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
