// One event by its own page on the shop.
import { found, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { stateById } from '@quarry/kit/read/islands'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { asObject } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { readEventLinkedData } from '../event-linked-data.ts'
import { type EventQuery, type EventRecord, eventProblem } from '../event-record.ts'
import { readEventState } from '../event-state.ts'
import { readEventId, toEventPath } from '../shop-paths.ts'

export const eventSite = provider<EventQuery, EventRecord>({
  address({ url, domain }) {
    const id = readEventId(url.pathname)
    return id === null ? null : { id, domain, path: url.pathname }
  },
  addressForm: 'the URL of an event page (/e/…-<id>)',
  inputs: { query: 'The address of an event page, or the numeric id of an event.' },

  cannotAnswer: ({ path }) => (path === null ? { parameter: 'query', problem: eventProblem } : null),

  page: ({ id, path, domain }, site) => site.url(path ?? toEventPath(id), domain ?? undefined),

  extract(page, query) {
    assertReadable(page)
    const context = asObject(stateById(page, '__NEXT_DATA__', ['props', 'pageProps', 'context']))
    const fromState = context && readEventState(context, page, query.id)
    if (fromState) return found(fromState, { form: 'next-data' })
    const linked = filterByType(jsonLd(page.body), 'Event')[0]
    const event = linked && readEventLinkedData(linked, page, query.id)
    if (event) return found(event, { form: 'json-ld' })
    throw pageChanged('neither page state nor linked data of an event')
  },
})
