// Event detail (interface 2.13): one event by its address or its numeric id.
import { endpoint } from '../../contract/endpoint.ts'
import { looksLikeAddress } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { object, optional, text } from '../../lib/schema.ts'
import { record } from './event-record.ts'
import { eventSite } from './providers/event-site.ts'
import { domains, eventPath, readDomain } from './shop-paths.ts'

export const event = endpoint({
  method: 'GET',
  path: '/v2/ticketing/event',
  credits: 1,
  notFound: 'billed',
  summary: 'Event detail',
  description: 'One event with its dates, venue, organizer, images and description.',
  example: { query: '1000000000017', domain: 'fr' },
  params: object({
    query: text('1000000000017', {
      description: 'The address of an event page, or the numeric id of an event.',
      maxLength: 2048,
    }),
    domain: optional(
      text('fr', {
        description: `Country suffix for a numeric id: ${domains.join(', ')}. Ignored for an address.`,
        default: 'fr',
        maxLength: 2048,
      }),
    ),
  }),
  record,

  parse({ query, domain }, addresses) {
    const wanted = query.trim()
    if (/^\d{1,20}$/.test(wanted)) return { id: wanted, domain: readDomain(domain), path: eventPath(wanted) }
    if (!looksLikeAddress(wanted)) throw invalidParameter('query', 'must be an event URL or a numeric id')
    return addresses.read(wanted, 'query')
  },

  providers: [eventSite],
})
