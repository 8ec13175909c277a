// Event detail (interface 2.13): one event by its address or its numeric id.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { looksLikeAddress } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { scriptById } from '../../extract/islands.ts'
import { jsonLd, ofType } from '../../extract/json-ld.ts'
import { asObject, at } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
import { object, optional, text } from '../../lib/schema.ts'
import { eventFromLinkedData } from './event-linked-data.ts'
import { type EventRecord, record } from './event-record.ts'
import { eventFromState } from './event-state.ts'
import { domains, eventIdIn, eventUrl, readDomain } from './site.ts'

type EventInput = { url: string; id: string }

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

  parse({ query, domain }, site): EventInput {
    const wanted = query.trim()
    if (/^\d{1,20}$/.test(wanted)) return { url: eventUrl(site, readDomain(domain), wanted).href, id: wanted }
    if (!looksLikeAddress(wanted)) throw invalidParameter('query', 'must be an event URL or a numeric id')
    const { url } = site.read(wanted, 'query')
    const id = eventIdIn(url.pathname)
    if (id === null) throw invalidParameter('query', 'must be the URL of an event page (/e/…-<id>)')
    url.search = ''
    return { url: url.href, id }
  },

  async run(input, get) {
    return extractEvent(await get(input.url), input)
  },

  extract: extractEvent,
})

function extractEvent(page: Page, input: EventInput): Outcome<EventRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const context = asObject(at(scriptById(page.body, '__NEXT_DATA__'), 'props', 'pageProps', 'context'))
  const stated = context && eventFromState(context, page, input.id)
  if (stated) return found(stated)
  const linked = ofType(jsonLd(page.body), 'Event')[0]
  const told = linked && eventFromLinkedData(linked, page, input.id)
  if (told) return found(told)
  throw pageChanged('neither page state nor linked data of an event')
}
