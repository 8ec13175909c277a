// An event by its page's state, by the answer of the site's own API, or by its page's linked data.
import { found, notFound, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { createListReader } from '@quarry/kit/read/list-reader'
import { isJson, readEntity } from '../entity.ts'
import { addressesOfEntity, entityApiUrl, entityPageUrl } from '../entity-address.ts'
import type { EntityQuery } from '../entity-query.ts'
import { eventFromEntity } from '../event-entity.ts'
import { eventFromLinkedData } from '../event-linked-data.ts'
import type { EventRecord } from '../event-record.ts'

export const eventSite = provider<EntityQuery, EventRecord>({ ...addressesOfEntity('event'), find, extract })

async function find(query: EntityQuery, { get, site }: Io): Promise<Outcome<EventRecord>> {
  const page = await get(entityPageUrl(site, 'event', query))
  const stated = readState(page, query)
  if (stated) return stated
  // Without a readable state the site's own API knows the most, then the page's linked data.
  const answer = await get(entityApiUrl(site, 'event', query))
  const answered = readState(answer, query)
  if (answered?.kind === 'found') return answered
  return readLinkedData(page) ?? answered ?? extract(answer, query)
}

function extract(page: Page, query: EntityQuery): Outcome<EventRecord> {
  const outcome = readState(page, query) ?? readLinkedData(page)
  if (!outcome) throw pageChanged('neither page state nor linked data of an event')
  return outcome
}

function readState(page: Page, query: EntityQuery): Outcome<EventRecord> | null {
  const entity = readEntity(page, 'event', query)
  if (entity === 'gone') return notFound
  const lists = createListReader(isJson(page.body) ? 'json' : 'ng-state')
  const event = entity && eventFromEntity(entity, lists)
  return event && found(event, lists.counted())
}

function readLinkedData(page: Page): Outcome<EventRecord> | null {
  const node = filterByType(jsonLd(page.body), 'Event')[0]
  const lists = createListReader('json-ld')
  const event = node && eventFromLinkedData(node, page.url, lists)
  return event ? found(event, lists.counted()) : null
}
