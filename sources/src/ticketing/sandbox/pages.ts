// The pages of the sandbox ticket shop: current ones with a state island, old ones with linked data only, and current
// ones whose island is cut off.
import {
  escapeHtml,
  renderJsonIsland,
  renderLinkedData,
  renderPage,
  renderWindowVariable,
} from '../../sandbox/chrome.ts'
import { formatLocalTime } from '../../sandbox/local-time.ts'
import type { SiteLook } from '../../sandbox/site.ts'
import { findCurrency, listImages, type SiteEvent, toImageUrl, toLocale, toOrigin, toUrl } from './events.ts'
import { buildLinkedData } from './linked-data.ts'
import { findSalesStatus, findStatus, findTimes } from './schedule.ts'

export const siteLook: SiteLook = { seed: 'ticketing', lang: 'en', weightKb: 40 }

const formatUtc = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

export function renderEventPage(event: SiteEvent, now: Date): string {
  const isOld = event.index % 11 === 5
  const isBroken = event.index % 17 === 9
  const state = renderJsonIsland('__NEXT_DATA__', {
    props: { pageProps: { context: buildContext(event, now), isMobile: false }, __N_SSP: true },
    page: '/e/[slug]',
    query: { slug: event.slug },
    buildId: 'b7',
    locale: event.language,
  })
  const island = isOld ? '' : isBroken ? state.slice(0, state.length >> 1).concat('</script>') : state
  return renderPage({
    ...siteLook,
    title: `${event.name} | Billets`,
    lang: event.language,
    head: `${renderLinkedData({ '@context': 'https://schema.org', '@type': 'Organization', name: 'Ticket shop', url: toOrigin(event.suffix) })}${renderLinkedData(buildLinkedData(event, now))}`,
    body: `<h1>${escapeHtml(event.name)}</h1><p class="summary">${escapeHtml(event.summary ?? '')}</p>${event.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}${island}`,
    weightKb: 80 + (event.index % 60),
  })
}

function buildContext(event: SiteEvent, now: Date): Record<string, unknown> {
  return {
    basicInfo: buildBasicInfo(event, now),
    gallery: {
      images: listImages(event).map((n) => ({
        url: toImageUrl(event, n, '?w=1200'),
        croppedLogoUrl480: toImageUrl(event, n, '?w=480'),
        croppedLogoUrl940: toImageUrl(event, n, '?w=940'),
      })),
      featuredVideo: null,
    },
    tags: [
      {
        link: '/d/place/events',
        text: { text: '{location_text} Events' },
        trackingAction: 'BreadcrumbCountry',
      },
    ],
    taxonomies: { category: event.category, subcategory: event.subcategory, format: event.format },
    structuredContent: {
      modules: [
        ...event.paragraphs.map((text) => ({
          type: 'text',
          text: `<p>${escapeHtml(text)}</p>`,
          alignment: 'left',
        })),
        { type: 'video', text: null, url: 'https://videos.ticketing.example/1' },
      ],
      widgets: { faqs: [], agenda: null },
    },
    salesStatus: { salesStatus: findSalesStatus(event, now), startSalesDate: null, message: null },
    goodToKnow: {
      highlights: {
        ageRestriction: null,
        locationType: event.venue ? 'in_person' : 'online',
        durationInMinutes: event.durationMinutes,
      },
      refundPolicy: { policyType: 'custom', isRefundAllowed: true },
    },
  }
}

function buildBasicInfo(event: SiteEvent, now: Date): Record<string, unknown> {
  const { start, end } = findTimes(event, now)
  const { place, organizer } = event
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
    organizationId: organizer.id,
    isProtected: false,
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
      superOrganizer: false,
      numEvents: organizer.events,
      totalAttendees: organizer.attendees,
    },
    isOnline: event.venue === null,
    isSeries: event.isSeries,
    seriesId: null,
    venue: event.venue && {
      id: event.venue.id,
      name: event.venue.name,
      address: {
        localizedMultiLineAddressDisplay: event.venue.lines,
        latitude: String(place.lat),
        longitude: String(place.lng),
        region: place.regionCode ?? place.region,
        city: place.city,
        country: place.countryCode,
      },
    },
    eventDurationSeconds: event.durationMinutes * 60,
  }
}

export type ResultPage = { events: readonly SiteEvent[]; page: number; pageSize: number; total: number }

export const buildSearchAnswer = ({ events, page, pageSize, total }: ResultPage, now: Date) => ({
  pagination: {
    object_count: total,
    page_number: page,
    page_size: pageSize,
    page_count: Math.ceil(total / pageSize),
    continuation: null,
  },
  results: events.map((event) => buildSearchItem(event, now)),
})

function buildSearchItem(event: SiteEvent, now: Date): Record<string, unknown> {
  const { start, end } = findTimes(event, now)
  const [startDay, startTime] = formatLocalTime(start, event.place.timezone).split('T')
  const [endDay, endTime] = formatLocalTime(end, event.place.timezone).split('T')
  const { venue, place } = event
  return {
    id: event.id,
    eid: event.id,
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
    is_protected_event: false,
    primary_organizer_id: Number(event.organizer.id),
    image: event.imageCount > 0 ? { id: '1', url: toImageUrl(event, 1, '?w=512'), edge_color: '#222' } : null,
    tags: event.tags.map((name) => ({ prefix: 'Tag', tag: `T/${name}`, display_name: name })),
    ...(venue
      ? {
          primary_venue: {
            id: venue.id,
            name: venue.name,
            address: {
              address_1: venue.street,
              address_2: null,
              city: place.city,
              region: place.regionCode ?? place.region,
              country: place.countryCode,
              postal_code: venue.postalCode,
              latitude: String(place.lat),
              longitude: String(place.lng),
            },
          },
        }
      : {}),
    debug_info: { score: 1 },
  }
}

export function renderSearchPage(results: ResultPage, heading: string, now: Date): string {
  const data = {
    request_id: 'r1',
    search_data: { events: buildSearchAnswer(results, now), event_search: { dates: 'current_future' } },
    feature_flags: { a: true, b: 'x;y{}' },
  }
  return renderPage({
    ...siteLook,
    title: heading,
    body: `<h1>${escapeHtml(heading)}</h1><ul>${results.events.map((event) => `<li><a href="${toUrl(event)}">${escapeHtml(event.name)}</a></li>`).join('')}</ul>${renderWindowVariable('__SERVER_DATA__', data)}`,
    weightKb: 120,
  })
}
