// One event of a search, from the object that the page's state and the site's own search answer have in common.
import { isUrl } from '@quarry/kit/is-url'
import { toDate } from '@quarry/kit/read/dates'
import { toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asBoolean, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import type { SearchResult } from './search-record.ts'
import { readEventId, toEventPath } from './shop-paths.ts'

/** The id can come from the address and the address from the id; an item without a name is skipped. */
export function toResult(item: JsonObject, pageUrl: string): SearchResult | null {
  const [name, url] = [asText(item.name), asText(item.url)]
  const id = asText(item.id) ?? (isUrl(url ?? '') ? readEventId(new URL(url ?? '').pathname) : null)
  if (id === null || name === null) return null
  return {
    url: url ?? toEventUrl(pageUrl, id),
    name,
    summary: asText(item.summary),
    event_id: id,
    language: asText(item.language),
    timezone: asText(item.timezone),
    image_url: asText(at(item, 'image', 'url')),
    tickets_url: asText(item.tickets_url),
    organizer_id: asText(item.primary_organizer_id),
    tags: asTexts(asObjects(item.tags).map((tag) => tag.display_name)),
    venue: readVenue(asObject(item.primary_venue)),
    start_date: toDate(item.start_date),
    start_time: readTime(item.start_time),
    end_date: toDate(item.end_date),
    end_time: readTime(item.end_time),
    is_online: asBoolean(item.is_online_event),
  }
}

/** The short form of an event's address, which the site resolves, on the host of the page. */
const toEventUrl = (pageUrl: string, id: string): string | null =>
  /^\d{1,20}$/.test(id) && isUrl(pageUrl) ? new URL(toEventPath(id), pageUrl).href : null

const readTime = (value: unknown): string | null => /^\d{2}:\d{2}/.exec(asText(value) ?? '')?.[0] ?? null

function readVenue(place: JsonObject | null): SearchResult['venue'] {
  if (!place) return null
  const address = asObject(place.address)
  return {
    id: asText(place.id),
    name: asText(place.name),
    address: asText(address?.address_1),
    city: asText(address?.city),
    region: asText(address?.region),
    country: asText(address?.country),
    postal_code: asText(address?.postal_code),
    latitude: toNumber(address?.latitude),
    longitude: toNumber(address?.longitude),
  }
}
