// An event from the JSON-LD of its page: the form of old pages, and what is left when the state is broken.
import type { Page } from '@quarry/kit'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { toDateTime } from '@quarry/kit/read/dates'
import { readTypes } from '@quarry/kit/read/json-ld'
import { linkedCountry, linkedImage, linkedWord } from '@quarry/kit/read/linked-values'
import { toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { buildTimes, type EventRecord, emptyEvent } from './event-record.ts'

/** The record, or null if the node has no name. What linked data cannot say stays null. */
export function readEventLinkedData(node: JsonObject, page: Page, id: string): EventRecord | null {
  const name = asText(node.name)
  if (name === null) return null
  const images = asTexts(asList(node.image).map(linkedImage))
  const place = asObject(asList(node.location)[0])
  const isOnline = readIsOnline(node, place)
  return {
    ...emptyEvent,
    url: asText(node.url) ?? page.url,
    name,
    domain: page.domain ?? null,
    locale: asText(node.inLanguage),
    status: readStatus(node),
    summary: asText(node.description),
    currency: currencyCode(readOffers(node)[0]?.priceCurrency),
    event_id: id,
    image_url: images[0] ?? null,
    sales_status: readSalesStatus(readOffers(node)),
    tags: readKeywords(node),
    images,
    is_free: readIsFree(node),
    is_online: isOnline,
    is_series: readTypes(node).includes('EventSeries') ? true : null,
    ...buildTimes(toDateTime(node.startDate), toDateTime(node.endDate)),
    venue: isOnline ? null : readVenue(place),
    organizer: readOrganizer(asObject(asList(node.organizer)[0])),
  }
}

/** A list of words, or one text with commas between them. */
function readKeywords(node: JsonObject): string[] | null {
  const words = asTexts(asList(node.keywords).flatMap((entry) => asText(entry)?.split(',')))
  return words.length > 0 ? words : null
}

// The words the site's own state uses for these conditions.
const statuses: Record<string, string> = {
  EventScheduled: 'live',
  EventRescheduled: 'live',
  EventMovedOnline: 'live',
  EventPostponed: 'postponed',
  EventCancelled: 'canceled',
}
const readStatus = (node: JsonObject) => statuses[linkedWord(node.eventStatus) ?? ''] ?? null

const salesStatuses: Record<string, string> = {
  InStock: 'on_sale',
  LimitedAvailability: 'on_sale',
  SoldOut: 'sold_out',
}
function readSalesStatus(all: readonly JsonObject[]): string | null {
  const states = asTexts(all.map((offer) => salesStatuses[linkedWord(offer.availability) ?? '']))
  return states.includes('on_sale') ? 'on_sale' : (states[0] ?? null)
}

const readOffers = (node: JsonObject): JsonObject[] => asObjects(asList(node.offers))

function readIsFree(node: JsonObject): boolean | null {
  if (typeof node.isAccessibleForFree === 'boolean') return node.isAccessibleForFree
  const prices = readOffers(node).flatMap((offer) =>
    [offer.price, offer.highPrice, offer.lowPrice].map(toNumber).filter((price) => price !== null),
  )
  return prices.length === 0 ? null : prices.every((price) => price === 0)
}

function readIsOnline(node: JsonObject, place: JsonObject | null): boolean | null {
  const mode = linkedWord(node.eventAttendanceMode)
  if (mode === 'OnlineEventAttendanceMode') return true
  if (mode !== null) return false
  return place ? readTypes(place).includes('VirtualLocation') : null
}

function readVenue(place: JsonObject | null): EventRecord['venue'] {
  if (!place) return null
  const address = asObject(place.address)
  return {
    id: null,
    name: asText(place.name),
    address: asText(address?.streetAddress) ?? asText(place.address),
    city: asText(address?.addressLocality),
    region: asText(address?.addressRegion),
    country: linkedCountry(address),
    postal_code: asText(address?.postalCode),
    latitude: toNumber(at(place, 'geo', 'latitude')),
    longitude: toNumber(at(place, 'geo', 'longitude')),
  }
}

function readOrganizer(organizer: JsonObject | null): EventRecord['organizer'] {
  const url = asText(organizer?.url)
  return {
    ...emptyEvent.organizer,
    id: /-(\d{3,20})\/?$/.exec(url ?? '')?.[1] ?? null,
    url,
    name: asText(organizer?.name),
  }
}
