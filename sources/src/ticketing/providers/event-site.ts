// One event by its own page on the shop.
import { found, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { stateById } from '@quarry/kit/read/islands'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { asObject } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { eventFromLinkedData } from '../event-linked-data.ts'
import { asksForEvent, type EventQuery, type EventRecord } from '../event-record.ts'
import { eventFromState } from '../event-state.ts'
import { eventIdIn, eventPath } from '../shop-paths.ts'

export const eventSite = provider<EventQuery, EventRecord>({
  address({ url, domain }) {
    const id = eventIdIn(url.pathname)
    return id === null ? null : { id, domain, path: url.pathname }
  },
  addressForm: 'the URL of an event page (/e/…-<id>)',
  inputs: { query: 'The address of an event page, or the numeric id of an event.' },

  cannotAnswer: ({ path }) => (path === null ? { parameter: 'query', problem: asksForEvent } : null),

  page: ({ id, path, domain }, site) => site.url(path ?? eventPath(id), domain ?? undefined),

  extract(page, query) {
    assertReadable(page)
    const context = asObject(stateById(page, '__NEXT_DATA__', ['props', 'pageProps', 'context']))
    const stated = context && eventFromState(context, page, query.id)
    if (stated) return found(stated, { form: 'next-data' })
    const linked = filterByType(jsonLd(page.body), 'Event')[0]
    const told = linked && eventFromLinkedData(linked, page, query.id)
    if (told) return found(told, { form: 'json-ld' })
    throw pageChanged('neither page state nor linked data of an event')
  },
})
