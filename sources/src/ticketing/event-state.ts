// An event from the state island of its page: the form of current pages, and the only complete one.
import type { Page } from '@quarry/kit/outcome'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { toDateTime } from '@quarry/kit/read/dates'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { postalCode } from '@quarry/kit/read/postal-code'
import { readFields } from '@quarry/kit/read/read-fields'
import { asBoolean, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { type EventRecord, organizer } from './event-record.ts'
import { venue } from './venue.ts'

/** The record, or null where the state lacks what makes an event. */
export function readEventState(context: JsonObject, page: Page, id: string): EventRecord | null {
  const basic = asObject(context.basicInfo)
  const name = asText(basic?.name)
  if (!basic || name === null) return null
  const images = asObjects(at(context, 'gallery', 'images'))
  return {
    url: asText(basic.url),
    name,
    domain: page.domain ?? null,
    format: asText(at(context, 'taxonomies', 'format')),
    locale: asText(basic.locale),
    status: asText(basic.status),
    summary: asText(basic.summary),
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
    is_free: asBoolean(basic.isFree),
    is_listed: asBoolean(basic.isListed),
    is_online: asBoolean(basic.isOnline),
    is_series: asBoolean(basic.isSeries),
    start_date: toDateTime(at(basic, 'startDate', 'local'))?.local ?? null,
    end_date: toDateTime(at(basic, 'endDate', 'local'))?.local ?? null,
    start_date_utc: toDateTime(at(basic, 'startDate', 'utc'))?.utc ?? null,
    end_date_utc: toDateTime(at(basic, 'endDate', 'utc'))?.utc ?? null,
    duration_seconds: toInteger(basic.eventDurationSeconds),
    venue: readVenue(asObject(basic.venue)),
    organizer: readFields(organizer, {
      ...asObject(basic.organizer),
      num_events: at(basic.organizer, 'numEvents'),
      total_attendees: at(basic.organizer, 'totalAttendees'),
    }),
    highlights: {
      location_type: asText(at(context, 'goodToKnow', 'highlights', 'locationType')),
      duration_minutes: toInteger(at(context, 'goodToKnow', 'highlights', 'durationInMinutes')),
    },
  }
}

function readDescription(context: JsonObject): string | null {
  const texts = asObjects(at(context, 'structuredContent', 'modules'))
    .filter((module) => module.type === 'text')
    .map((module) => asText(module.text))
    .filter((text) => text !== null)
  return texts.length > 0 ? texts.join('\n') : null
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
