// `/v2/page/event`: an event with its time and place.

import { linkedCountry, linkedWord } from '@quarry/kit/read/linked-values'
import { toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asObject, at } from '@quarry/kit/read/values'
import { list, nullable, number, object, oneOf, text } from '@quarry/kit/schema'
import { pageEndpoint } from './page-endpoint.ts'
import { readCanonical, readLanguage } from './read/basics.ts'
import { findItems } from './read/find-items.ts'
import {
  pickList,
  pickNumber,
  pickText,
  readItemDescription,
  readItemImage,
  readItemName,
} from './read/item-fields.ts'
import type { PageData } from './read/page-data.ts'
import { fromItems, type Picker } from './read/picker.ts'
import { availabilities, listNames, readOffer, toText } from './read/values.ts'
import { toIsoDate } from './read/written-date.ts'
import { language } from './story-fields.ts'

const statuses = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'] as const
const modes = ['offline', 'online', 'mixed'] as const

const record = object({
  url: text('https://events.page.example/event/json-ld-1', { format: 'uri' }),
  name: text('Lantern night'),
  description: nullable(text('A walk with lanterns along the river.')),
  image: nullable(text('https://events.page.example/images/lanterns.jpg', { format: 'uri' })),
  starts_at: nullable(text('2026-06-12T20:00:00+02:00')),
  ends_at: nullable(text('2026-06-12T23:00:00+02:00')),
  status: nullable(oneOf(statuses)),
  attendance: nullable(oneOf(modes)),
  venue: nullable(text('Mill Hall')),
  street: nullable(text('3 Quay Road')),
  city: nullable(text('Lyon')),
  region: nullable(text('Rhône')),
  postal_code: nullable(text('69002')),
  country: nullable(text('FR')),
  latitude: nullable(number(45.757)),
  longitude: nullable(number(4.832)),
  organizer: nullable(text('River Society')),
  performers: list(text('The Tin Owls')),
  price: nullable(number(12)),
  currency: nullable(text('EUR')),
  availability: nullable(oneOf(availabilities)),
  language,
})

const statusByWord: Readonly<Record<string, (typeof statuses)[number]>> = {
  EventScheduled: 'scheduled',
  EventCancelled: 'cancelled',
  EventCanceled: 'cancelled',
  EventPostponed: 'postponed',
  EventRescheduled: 'rescheduled',
  EventMovedOnline: 'moved_online',
}
const modeByWord: Readonly<Record<string, (typeof modes)[number]>> = {
  OfflineEventAttendanceMode: 'offline',
  OnlineEventAttendanceMode: 'online',
  MixedEventAttendanceMode: 'mixed',
}

/** The place of an event with an address; an online event has a place without one. */
const findPlace = ({ resolve }: PageData, node: unknown): unknown => {
  const places = asList(at(node, 'location')).map(resolve)
  return places.find((place) => asObject(at(place, 'address'))) ?? places[0]
}

export const event = pageEndpoint({
  name: 'event',
  summary: 'Event of a page',
  description: 'A concert, a meeting or another event on a page: when and where it is, and what it costs.',
  example: 'https://events.page.example/event/json-ld-1',
  record,
  read: readEvent,
})

export function readEvent(data: PageData, picker: Picker) {
  const items = findItems(data, 'Event')
  const isEvent =
    items.length > 0 ||
    /^(?:og:)?events?(?:$|[.:])/i.test(data.meta('og:type') ?? '') ||
    data.meta('event:start_time') !== null
  if (!isEvent) return null
  const reader = { data, items, picker }
  const name = readItemName(reader)
  if (name === null) return null
  const address = (node: JsonObject) => data.resolve(at(findPlace(data, node), 'address'))
  const geo = (node: JsonObject) => data.resolve(at(findPlace(data, node), 'geo'))
  const offer = (node: JsonObject) => readOffer(data, node.offers)
  const addressPart = (name: string) => (node: JsonObject) => toText(at(address(node), name))
  return {
    url: readCanonical(reader) ?? data.url,
    name,
    description: readItemDescription(reader),
    image: readItemImage(reader),
    starts_at: picker.pick<string>(...fromItems(items, (node) => toIsoDate(asList(node.startDate)[0])), [
      'open-graph',
      () => toIsoDate(data.meta('event:start_time')),
    ]),
    ends_at: picker.pick<string>(...fromItems(items, (node) => toIsoDate(asList(node.endDate)[0])), [
      'open-graph',
      () => toIsoDate(data.meta('event:end_time')),
    ]),
    status: picker.pick(
      ...fromItems(items, (node) => statusByWord[linkedWord(toText(node.eventStatus)) ?? ''] ?? null),
    ),
    attendance: picker.pick(
      ...fromItems(items, (node) => modeByWord[linkedWord(toText(node.eventAttendanceMode)) ?? ''] ?? null),
    ),
    venue: pickText(reader, (node) => listNames(data, findPlace(data, node))[0] ?? null),
    street: pickText(
      reader,
      (node) => addressPart('streetAddress')(node) ?? toText(address(node)),
      'og:street-address',
    ),
    city: pickText(reader, addressPart('addressLocality'), 'og:locality'),
    region: pickText(reader, addressPart('addressRegion'), 'og:region'),
    postal_code: pickText(reader, addressPart('postalCode'), 'og:postal-code'),
    country: pickText(reader, (node) => linkedCountry(address(node)), 'og:country-name'),
    latitude: pickNumber(reader, (node) => toNumber(at(geo(node), 'latitude'))),
    longitude: pickNumber(reader, (node) => toNumber(at(geo(node), 'longitude'))),
    organizer: pickText(reader, (node) => listNames(data, node.organizer)[0] ?? null),
    performers: pickList(reader, (node) => listNames(data, node.performer ?? node.performers)),
    price: pickNumber(reader, (node) => offer(node)?.price ?? null),
    currency: pickText(reader, (node) => offer(node)?.currency ?? null),
    availability: picker.pick(...fromItems(items, (node) => offer(node)?.availability ?? null)),
    language: readLanguage(reader),
  }
}
