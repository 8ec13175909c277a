// The pages of the sandbox ticket shop: with a state island, with a cut-off island, or, as old pages, with linked data
// only.
import {
  cutIsland,
  escapeHtml,
  renderLinkedData,
  renderNextData,
  renderPage,
  renderWindowVariable,
} from '../../sandbox/chrome.ts'
import { formatLocalTime } from '../../sandbox/dates.ts'
import type { Place } from '../../sandbox/places.ts'
import type { SiteLook } from '../../sandbox/site.ts'
import {
  findCurrency,
  findSalesStatus,
  findStatus,
  findTimes,
  listImages,
  type SiteEvent,
  toImageUrl,
  toLocale,
  toOrigin,
  toUrl,
} from './events.ts'

export const siteLook: SiteLook = { seed: 'ticketing', lang: 'en', weightKb: 40 }

const formatUtc = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

export function renderEventPage(event: SiteEvent, now: Date): string {
  const isOld = event.index % 11 === 5
  const isBroken = event.index % 17 === 9
  const state = renderNextData('/e/[slug]', { context: buildContext(event, now), locale: event.language })
  const island = isOld ? '' : isBroken ? cutIsland(state) : state
  return renderPage({
    ...siteLook,
    title: `${event.name} | Billets`,
    lang: event.language,
    head: `${renderLinkedData({ '@type': 'Organization', name: 'Ticket shop', url: toOrigin(event.suffix) })}${renderLinkedData(buildLinkedData(event, now))}`,
    body: `<h1>${escapeHtml(event.name)}</h1><p class="summary">${escapeHtml(event.summary ?? '')}</p>${event.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}${island}`,
    weightKb: 80 + (event.index % 60),
  })
}

const buildContext = (event: SiteEvent, now: Date) => ({
  basicInfo: buildBasicInfo(event, now),
  gallery: {
    images: listImages(event).map((n) => ({
      url: toImageUrl(event, n, '?w=1200'),
      croppedLogoUrl940: toImageUrl(event, n, '?w=940'),
    })),
  },
  tags: [{ link: '/d/place/events', text: { text: '{location_text} Events' } }],
  taxonomies: { category: event.category, subcategory: event.subcategory, format: event.format },
  structuredContent: {
    modules: [
      ...event.paragraphs.map((text) => ({ type: 'text', text: `<p>${escapeHtml(text)}</p>` })),
      { type: 'video', text: null, url: 'https://videos.ticketing.example/1' },
    ],
  },
  salesStatus: { salesStatus: findSalesStatus(event, now), message: null },
  goodToKnow: {
    highlights: {
      locationType: event.venue ? 'in_person' : 'online',
      durationInMinutes: event.durationMinutes,
    },
  },
})

const buildLocation = ({ city, regionCode, region, countryCode, lat, lng }: Place) => ({
  city,
  region: regionCode ?? region,
  country: countryCode,
  latitude: String(lat),
  longitude: String(lng),
})

function buildBasicInfo(event: SiteEvent, now: Date) {
  const { start, end } = findTimes(event, now)
  const { place, organizer, venue } = event
  const moment = (date: Date) => ({
    timezone: place.timezone,
    local: formatLocalTime(date, place.timezone),
    utc: formatUtc(date),
  })
  return {
    id: event.id,
    name: event.name,
    summary: event.summary,
    startDate: moment(start),
    endDate: moment(end),
    isListed: event.isListed,
    isFree: event.price === 0,
    locale: toLocale(event),
    currency: findCurrency(event),
    url: toUrl(event),
    status: findStatus(event, now),
    organizer: {
      id: organizer.id,
      name: organizer.name,
      url: `${toOrigin(event.suffix)}/o/${organizer.slug}-${organizer.id}`,
      verified: organizer.verified,
      numEvents: organizer.events,
      totalAttendees: organizer.attendees,
    },
    isOnline: venue === null,
    isSeries: event.isSeries,
    venue: venue && {
      id: venue.id,
      name: venue.name,
      address: { localizedMultiLineAddressDisplay: venue.lines, ...buildLocation(place) },
    },
    eventDurationSeconds: event.durationMinutes * 60,
  }
}

export type ResultPage = { events: readonly SiteEvent[]; page: number; pageSize: number; total: number }

export const buildSearchResponse = ({ events, page, pageSize, total }: ResultPage, now: Date) => ({
  pagination: {
    object_count: total,
    page_number: page,
    page_size: pageSize,
    page_count: Math.ceil(total / pageSize),
  },
  results: events.map((event) => buildSearchItem(event, now)),
})

function buildSearchItem(event: SiteEvent, now: Date) {
  const { venue, place } = event
  const { start, end } = findTimes(event, now)
  const [startDay, startTime] = formatLocalTime(start, place.timezone).split('T')
  const [endDay, endTime] = formatLocalTime(end, place.timezone).split('T')
  return {
    id: event.id,
    name: event.name,
    summary: event.summary,
    url: toUrl(event),
    tickets_url: `${toOrigin(event.suffix)}/checkout-external?eid=${event.id}`,
    language: toLocale(event).toLowerCase().replace('_', '-'),
    timezone: place.timezone,
    start_date: startDay,
    start_time: startTime?.slice(0, 5),
    end_date: endDay,
    end_time: endTime?.slice(0, 5),
    is_online_event: venue === null,
    primary_organizer_id: Number(event.organizer.id),
    image: event.imageCount > 0 ? { id: '1', url: toImageUrl(event, 1, '?w=512') } : null,
    tags: event.tags.map((name) => ({ tag: `T/${name}`, display_name: name })),
    primary_venue: venue
      ? {
          id: venue.id,
          name: venue.name,
          address: { address_1: venue.street, postal_code: venue.postalCode, ...buildLocation(place) },
        }
      : undefined,
  }
}

export function renderSearchPage(results: ResultPage, heading: string, now: Date): string {
  const data = {
    search_data: { events: buildSearchResponse(results, now) },
    feature_flags: { a: true, b: 'x;y{}' },
  }
  return renderPage({
    ...siteLook,
    title: heading,
    body: `<h1>${escapeHtml(heading)}</h1><ul>${results.events.map((event) => `<li><a href="${toUrl(event)}">${escapeHtml(event.name)}</a></li>`).join('')}</ul>${renderWindowVariable('__SERVER_DATA__', data)}`,
    weightKb: 120,
  })
}

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

function buildLinkedData(event: SiteEvent, now: Date): Record<string, unknown> {
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
