// Event detail (api-rules 2.13): one event by its address or its numeric id.
import { endpoint, invalidParameter, looksLikeAddress } from '@quarry/kit'
import { object, textParam } from '@quarry/kit/schema'
import { eventProblem, record } from './event-record.ts'
import { eventSite } from './providers/event-site.ts'
import { openAgendaEvent } from './providers/openagenda.ts'
import { ticketmasterEvent } from './providers/ticketmaster.ts'
import { domainParam, readDomain, toEventPath } from './shop-paths.ts'

export const event = endpoint({
  method: 'GET',
  path: '/v2/ticketing/event',
  credits: 1,
  notFound: 'billed',
  summary: 'Event detail',
  description: 'One event with its dates, venue, organizer, images and description.',
  example: { query: '1000000000017', domain: 'fr' },
  moreExamples: [{ query: '1000000039612' }],
  params: object({
    query: textParam('1000000000017'),
    domain: domainParam('a numeric id'),
  }),
  record,

  parse({ query, domain }, addresses) {
    const subject = query.trim()
    if (looksLikeAddress(subject)) return addresses.read(subject, 'query')
    const isNumber = /^\d{1,20}$/.test(subject)
    if (!isNumber && !foreignId.test(subject)) throw invalidParameter('query', eventProblem)
    const suffix = readDomain(domain)
    return isNumber
      ? { id: subject, domain: suffix, path: toEventPath(subject) }
      : { id: subject, domain: null, path: null }
  },

  providers: [eventSite, openAgendaEvent, ticketmasterEvent],
})

/** Letters and digits in one word: perhaps an id of another provider. */
const foreignId = /^(?=[\w-]{0,39}\d)(?=[\w-]{0,39}[A-Za-z])[\w-]{8,40}$/
