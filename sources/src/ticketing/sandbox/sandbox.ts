// The pretend ticket shop: event pages, redirects to an event's own country, and a search that really searches.
// It knows nothing of the extractors beside it: page and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { escapeHtml, htmlPage } from '../../sandbox/chrome.ts'
import { searchable } from '../../sandbox/search.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { categories, type EventEntry, eventById, eventEntries, makeEvent, type SiteEvent } from './events.ts'
import { eventPage, type ResultPage, searchAnswer, searchPage } from './pages.ts'
import { statusOf, timesOf } from './schedule.ts'

const pageSize = 20

const index = searchable(eventEntries, {
  documentOf: ({ index }: EventEntry) => makeEvent(index),
  fields: {
    name: (event: SiteEvent) => event.name,
    summary: (event) => event.summary,
    category: (event) => [event.category, event.subcategory ?? ''],
    place: (event) => event.place.city,
    organizer: (event) => event.organizer.name,
  },
  boost: { name: 3 },
})

export const sandbox: SandboxSite = ({ method, url, json, now }) => {
  if (method === 'POST' && url.pathname === '/api/search/') return searchApi(json, now)
  const eventId = /^\/e\/(?:[^/]*-)?(\d+)\/?$/.exec(url.pathname)?.[1]
  if (eventId) return eventResponse(eventId, url, now)
  const listing = /^\/(?:d|b)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(url.pathname)
  if (!listing) return notFoundPage('This page does not exist')
  const [, place = '', what = 'events', more] = listing
  const page = Math.max(1, Number(url.searchParams.get('page') ?? 1) || 1)
  const results = find(place, decodeURIComponent(more ?? what), page, now)
  return { body: searchPage(results, `Events: ${decodeURIComponent(what)}`, now) }
}

function eventResponse(id: string, url: URL, now: Date): SiteResponse {
  const event = eventById(id)
  if (!event) return notFoundPage('Whoops, the page or event you are looking for was not found.')
  const home = `${event.suffix}.ticketing.example`
  // Each country's events live on its own site; the others send visitors there.
  if (url.hostname !== home)
    return { status: 301, headers: { location: `https://${home}/e/${event.slug}-${event.id}` }, body: '' }
  return { body: eventPage(event, now) }
}

function find(place: string, what: string, page: number, now: Date): ResultPage {
  const category = categories.find((name) => what === `${slugify(name)}--events` || what === slugify(name))
  const isEverything = what === 'events' || what === 'all-events'
  const { items, total } = index.query(category || isEverything ? '' : what.replaceAll('-', ' '), {
    filter: (event) =>
      event.isListed &&
      isAt(event, place) &&
      statusOf(event, now) === 'live' &&
      (!category || event.category === category),
    ...(category || isEverything
      ? { sort: (a: EventEntry, b: EventEntry) => startOf(a, now) - startOf(b, now) || a.index - b.index }
      : {}),
    offset: (page - 1) * pageSize,
    limit: pageSize,
  })
  return { events: items.map((event) => makeEvent(event.index)), page, pageSize, total }
}

const startOf = (event: EventEntry, now: Date): number => timesOf(event, now).start.getTime()

function isAt(event: EventEntry, place: string): boolean {
  if (place === 'online') return event.isOnline
  const country = slugify(event.place.country)
  return place === country || place === `${country}--${event.place.slug}`
}

function searchApi(json: unknown, now: Date): SiteResponse {
  const { q = '', page = 1, place = 'france' } = (json ?? {}) as { q?: string; page?: number; place?: string }
  const results = find(place, q === '' ? 'events' : q, page, now)
  return {
    contentType: 'application/json',
    body: JSON.stringify({ events: searchAnswer(results, now), buckets: [] }),
  }
}

const notFoundPage = (message: string): SiteResponse => ({
  status: 404,
  body: htmlPage({
    title: 'Not found',
    body: `<h1>${escapeHtml(message)}</h1>`,
    weightKb: 40,
    seed: 'ticketing',
  }),
})
