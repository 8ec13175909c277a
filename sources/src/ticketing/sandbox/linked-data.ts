// Linked data of an event of the sandbox ticket shop: old pages have nothing else.
import { formatLocalTime } from '../../sandbox/local-time.ts'
import { findCurrency, listImages, type SiteEvent, toImageUrl, toLocale, toOrigin, toUrl } from './events.ts'
import { findSalesStatus, findStatus, findTimes } from './schedule.ts'

function formatOffset(date: Date, timezone: string): string {
  const minutes = Math.round((Date.parse(`${formatLocalTime(date, timezone)}Z`) - date.getTime()) / 60_000)
  const size = Math.abs(minutes)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Linked data has no word for an event that is over. */
const statusWords: Readonly<Record<string, string>> = {
  canceled: 'EventCancelled',
  live: 'EventScheduled',
  started: 'EventScheduled',
}
const availabilities: Readonly<Record<string, string>> = { on_sale: 'InStock', sold_out: 'SoldOut' }
const schemaWord = (word: string | undefined) =>
  word === undefined ? undefined : `https://schema.org/${word}`

export function buildLinkedData(event: SiteEvent, now: Date): Record<string, unknown> {
  const { start, end } = findTimes(event, now)
  const { place, venue, organizer } = event
  const moment = (date: Date) => formatLocalTime(date, place.timezone) + formatOffset(date, place.timezone)
  const types: Record<string, string> = {
    Music: 'MusicEvent',
    'Business & Professional': 'BusinessEvent',
    'Food & Drink': 'FoodEvent',
    'Film & Media': 'Festival',
  }
  return {
    '@type': types[event.category] ?? 'Event',
    name: event.name,
    description: event.summary ?? undefined,
    url: toUrl(event),
    inLanguage: toLocale(event),
    keywords: event.tags.length > 0 ? event.tags : undefined,
    image: listImages(event).map((n) => toImageUrl(event, n, '?w=1200')),
    startDate: moment(start),
    endDate: moment(end),
    eventStatus: schemaWord(statusWords[findStatus(event, now)]),
    eventAttendanceMode: `https://schema.org/${venue ? 'Offline' : 'Online'}EventAttendanceMode`,
    location: venue
      ? {
          '@type': 'Place',
          name: venue.name,
          address: {
            '@type': 'PostalAddress',
            streetAddress: venue.street,
            addressLocality: place.city,
            addressRegion: place.regionCode ?? place.region,
            postalCode: venue.postalCode,
            addressCountry: place.countryCode,
          },
          geo: { '@type': 'GeoCoordinates', latitude: place.lat, longitude: place.lng },
        }
      : { '@type': 'VirtualLocation', url: toUrl(event) },
    organizer: {
      '@type': 'Organization',
      name: organizer.name ?? undefined,
      url: `${toOrigin(event.suffix)}/o/${organizer.slug}-${organizer.id}`,
    },
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: String(event.price),
      highPrice: String(event.price * 2),
      priceCurrency: findCurrency(event),
      availability: schemaWord(availabilities[findSalesStatus(event, now)]),
    },
  }
}
