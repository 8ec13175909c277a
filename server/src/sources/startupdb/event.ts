// Startup event profile (spec 2.15, 4.3): one event by its permalink or its address.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { jsonLd, ofType } from '../../extract/json-ld.ts'
import { createListReader } from '../../extract/list-reader.ts'
import { boolean, integer, list, nullable, object, type Static, text } from '../../lib/schema.ts'
import { isJson, readEntity } from './entity.ts'
import { type EntityAddress, paramsFromEntityUrl, readEntityAddress } from './entity-address.ts'
import { eventFromEntity } from './event-entity.ts'
import { eventFromLinkedData } from './event-linked-data.ts'

const logo = nullable(
  text('logos/veltora-4821', {
    description: "The site's id of the picture.",
  }),
)
const uuid = nullable(text('3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00'))

const record = object({
  uuid,
  name: text('Climate Tech Summit Lyon'),
  title: nullable(text('Climate Tech Summit Lyon')),
  logo,
  description: nullable(text('Two days for whoever builds with less carbon.')),
  short_description: nullable(text('A summit for climate founders.')),
  starts_on: nullable(text('2027-03-12')),
  ends_on: nullable(text('2027-03-13')),
  event_type: list(text('conference')),
  num_speakers: nullable(integer(12)),
  num_sponsors: nullable(integer(4)),
  num_exhibitors: nullable(integer(20)),
  num_contestants: nullable(integer(0)),
  categories: list(
    object({
      name: text('Climate Tech'),
      uuid,
      image_id: nullable(text('categories/climate-tech')),
      permalink: nullable(text('climate-tech')),
    }),
  ),
  speakers: list(
    object({
      logo,
      name: text('Camille Rivière'),
      uuid,
      job_title: nullable(text('Chief Executive Officer')),
      permalink: nullable(text('camille-riviere-10a2')),
      organization: nullable(
        object({
          logo,
          name: text('Veltora Software'),
          uuid,
          permalink: nullable(text('veltora-software')),
        }),
      ),
    }),
  ),
  sponsors: list(
    object({
      logo,
      name: text('Norana Ventures'),
      uuid,
      permalink: nullable(text('norana-ventures')),
      short_description: nullable(text('The patient fund for growers')),
    }),
  ),
  timeline: object({
    count: nullable(integer(1)),
    events: list(
      object({
        url: nullable(text('https://www.founderswire.example/events/climate-tech-summit-lyon-1a2b3c4d')),
        date: nullable(text('2027-02-20')),
        type: nullable(text('press_reference')),
        uuid,
        title: nullable(text('What to expect from Climate Tech Summit Lyon')),
        publisher: nullable(text('Founders Wire')),
      }),
    ),
  }),
  is_locked: nullable(boolean(false)),
  registration_url: nullable(text('https://climate-tech-summit-lyon.example/register')),
})

export type EventRecord = Static<typeof record>

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
