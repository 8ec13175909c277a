// The linked data of the pretend ticket shop's events: all that old pages have.
import { formatLocalTime } from '../../sandbox/local-time.ts'
import { currencyOf, imageOf, images, localeOf, root, urlOf } from './addresses.ts'
import type { SiteEvent } from './events.ts'
import { salesStatus, statusOf, timesOf } from './schedule.ts'

function offsetText(date: Date, timezone: string): string {
  const minutes = Math.round((Date.parse(`${formatLocalTime(date, timezone)}Z`) - date.getTime()) / 60_000)
  const size = Math.abs(minutes)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Linked data has words for what is called off and for what is to come, and none for what is over. */
const statusWords: Readonly<Record<string, string>> = {
  canceled: 'EventCancelled',
  live: 'EventScheduled',
  started: 'EventScheduled',
}
const availabilities: Readonly<Record<string, string>> = { on_sale: 'InStock', sold_out: 'SoldOut' }
const schemaWord = (word: string | undefined) =>
  word === undefined ? undefined : `https://schema.org/${word}`

export function linkedData(event: SiteEvent, now: Date): Record<string, unknown> {
  const { start, end } = timesOf(event, now)
  const { place, venue, organizer } = event
  const moment = (date: Date) => formatLocalTime(date, place.timezone) + offsetText(date, place.timezone)
  const types: Record<string, string> = {
    Music: 'MusicEvent',
    'Business & Professional': 'BusinessEvent',
    'Food & Drink': 'FoodEvent',
    'Film & Media': 'Festival',
  }
  return {
    '@context': 'https://schema.org',
    '@type': types[event.category] ?? 'Event',
    name: event.name,
    description: event.summary ?? undefined,
    url: urlOf(event),
    inLanguage: localeOf(event),
    keywords: event.tags.length > 0 ? event.tags : undefined,
    image: images(event).map((n) => imageOf(event, n, '?w=1200')),
    startDate: moment(start),
    endDate: moment(end),
    eventStatus: schemaWord(statusWords[statusOf(event, now)]),
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
      : { '@type': 'VirtualLocation', url: urlOf(event) },
    organizer: {
      '@type': 'Organization',
      name: organizer.name ?? undefined,
      url: `${root(event.suffix)}/o/${organizer.slug}-${organizer.id}`,
    },
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: String(event.price),
      highPrice: String(event.price * 2),
      priceCurrency: currencyOf(event),
      availability: schemaWord(availabilities[salesStatus(event, now)]),
    },
  }
}
