// One event by its own page on the shop: from the state island of current pages, the only complete form, else from the
// JSON-LD.
import { found, type Page, pageChanged, provider } from '@quarry/kit'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { toDateTime } from '@quarry/kit/read/dates'
import { stateById } from '@quarry/kit/read/islands'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { postalCode } from '@quarry/kit/read/postal-code'
import { readFields } from '@quarry/kit/read/read-fields'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { readEventLinkedData } from '../event-linked-data.ts'
import { type EventQuery, type EventRecord, eventProblem, record, venue } from '../event-record.ts'
import { readEventId, toEventPath } from '../shop-paths.ts'

export const eventSite = provider<EventQuery, EventRecord>({
  address({ url, domain }) {
    const id = readEventId(url.pathname)
    return id === null ? null : { id, domain, path: url.pathname }
  },
  addressForm: 'the URL of an event page (/e/…-<id>)',
  inputs: { query: 'The address of an event page, or the numeric id of an event.' },

  cannotAnswer: ({ path }) => (path === null ? eventProblem : null),

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

/** The record, or null if the state lacks what makes an event. */
function readEventState(context: JsonObject, page: Page, id: string): EventRecord | null {
  const basic = asObject(context.basicInfo)
  const name = asText(basic?.name)
  if (!basic || name === null) return null
  const images = asObjects(at(context, 'gallery', 'images'))
  return {
    // Fields that have the record's names in camelCase, the organizer's too.
    ...readFields(record, toSnakeCase(basic)),
    name,
    domain: page.domain ?? null,
    format: asText(at(context, 'taxonomies', 'format')),
    category: asText(at(context, 'taxonomies', 'category')),
    subcategory: asText(at(context, 'taxonomies', 'subcategory')),
    currency: currencyCode(basic.currency),
    timezone: asText(at(basic, 'startDate', 'timezone')),
    event_id: asText(basic.id) ?? id,
    image_url: asText(images[0]?.croppedLogoUrl940) ?? asText(images[0]?.url),
    sales_status: asText(at(context, 'salesStatus', 'salesStatus')),
    description: readDescription(context),
    // The state's own tags are breadcrumbs, not the event's tags.
    tags: null,
    images: asTexts(images.map((image) => image.url)),
    start_date: toDateTime(at(basic, 'startDate', 'local'))?.local ?? null,
    end_date: toDateTime(at(basic, 'endDate', 'local'))?.local ?? null,
    start_date_utc: toDateTime(at(basic, 'startDate', 'utc'))?.utc ?? null,
    end_date_utc: toDateTime(at(basic, 'endDate', 'utc'))?.utc ?? null,
    duration_seconds: toInteger(basic.eventDurationSeconds),
    venue: readVenue(asObject(basic.venue)),
    highlights: {
      location_type: asText(at(context, 'goodToKnow', 'highlights', 'locationType')),
      duration_minutes: toInteger(at(context, 'goodToKnow', 'highlights', 'durationInMinutes')),
    },
  }
}

function readDescription(context: JsonObject): string | null {
  const modules = asObjects(at(context, 'structuredContent', 'modules')).filter(({ type }) => type === 'text')
  return asTexts(modules.map(({ text }) => text)).join('\n') || null
}

function readVenue(place: JsonObject | null): EventRecord['venue'] {
  if (!place) return null
  const lines = asTexts(at(place, 'address', 'localizedMultiLineAddressDisplay'))
  // The last line is "ZIP City" or "City, ST ZIP"; the lines before it are the street.
  const street = lines.length > 1 ? lines.slice(0, -1).join(', ') : null
  return readFields(venue, {
    ...asObject(place.address),
    id: place.id,
    name: place.name,
    address: street,
    postal_code: postalCode(lines),
  })
}
