// Startup event profile (interface 2.15): one event by its permalink or its address.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { jsonLd, ofType } from '../../extract/json-ld.ts'
import { createListReader } from '../../extract/list-reader.ts'
import { object, text } from '../../lib/schema.ts'
import { isJson, readEntity } from './entity.ts'
import { type EntityAddress, paramsFromEntityUrl, readEntityAddress } from './entity-address.ts'
import { eventFromEntity } from './event-entity.ts'
import { eventFromLinkedData } from './event-linked-data.ts'
import { type EventRecord, record } from './event-record.ts'

export const event = endpoint({
  method: 'GET',
  path: '/v2/startupdb/event',
  credits: 2,
  notFound: 'billed',
  pinnedStatus: 'degraded',
  summary: 'Startup event',
  description: 'One event with its dates, categories, speakers, sponsors and press references.',
  example: { query: 'health-data-days-antwerpen' },
  params: object({
    query: text('health-data-days-antwerpen', {
      description: 'The permalink of the event, or the address of its page.',
      maxLength: 2048,
    }),
  }),
  record,

  parse: ({ query }, site): EntityAddress => readEntityAddress(query, 'event', site),

  paramsFromUrl: paramsFromEntityUrl,

  async run(input, get) {
    const page = await get(input.url)
    const stated = readState(page, input)
    if (stated) return stated
    // Without a readable state the site's own API knows the most, then the page's linked data.
    const answer = await get(input.apiUrl)
    const answered = readState(answer, input)
    if (answered?.kind === 'found') return answered
    return readLinkedData(page) ?? answered ?? extractEvent(answer, input)
  },

  extract: extractEvent,
})

export function extractEvent(page: Page, input: EntityAddress): Outcome<EventRecord> {
  const outcome = readState(page, input) ?? readLinkedData(page)
  if (!outcome) throw pageChanged('neither page state nor linked data of an event')
  return outcome
}

function readState(page: Page, input: EntityAddress): Outcome<EventRecord> | null {
  const entity = readEntity(page, 'event', input.permalink)
  if (entity === 'gone') return notFound
  const lists = createListReader(isJson(page.body) ? 'json' : 'ng-state')
  const event = entity && eventFromEntity(entity, lists)
  return event && found(event, lists.counted())
}

function readLinkedData(page: Page): Outcome<EventRecord> | null {
  const node = ofType(jsonLd(page.body), 'Event')[0]
  const lists = createListReader('json-ld')
  const event = node && eventFromLinkedData(node, page.url, lists)
  return event ? found(event, lists.counted()) : null
}
