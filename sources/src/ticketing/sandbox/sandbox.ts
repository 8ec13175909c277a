// The sandbox ticket shop: event pages, redirects to the site of an event's country, and a working search.
import { createSearch } from '../../sandbox/search.ts'
import { createSite, readCount, redirect, renderMessage, respondJson, route } from '../../sandbox/site.ts'
import { slugify } from '../../sandbox/slugify.ts'
import {
  categories,
  type EventEntry,
  findEvent,
  findStatus,
  findTimes,
  listEventEntries,
  makeEvent,
  type SiteEvent,
  toUrl,
} from './events.ts'
import { buildSearchResponse, type ResultPage, renderEventPage, renderSearchPage, siteLook } from './pages.ts'

const pageSize = 20

const index = createSearch(listEventEntries, {
  toDocument: ({ index }: EventEntry) => makeEvent(index),
  fields: {
    name: (event: SiteEvent) => event.name,
    summary: (event) => event.summary,
    category: (event) => [event.category, event.subcategory ?? ''],
    place: (event) => event.place.city,
    organizer: (event) => event.organizer.name,
  },
  boost: { name: 3 },
})

const notFound = (message = 'This page does not exist') => renderMessage(siteLook, 404, message, 'Not found')

export const sandbox = createSite({
  routes: [
    route('/api/search/', ({ method, json, now }) => {
      if (method !== 'POST') return undefined
      const { q = '', page = 1, place = 'france' } = (json ?? {}) as SearchBody
      const results = findEvents(place, q === '' ? 'events' : q, page, now)
      return respondJson({ events: buildSearchResponse(results, now) })
    }),
    route(/^\/e\/(?:[^/]*-)?(\d+)\/?$/, ({ url, now }, id) => {
      const event = findEvent(id)
      if (!event) return notFound('Whoops, the page or event you are looking for was not found.')
      // Each country's events are on its own site; the other sites redirect there.
      const home = new URL(toUrl(event))
      return url.hostname === home.hostname ? renderEventPage(event, now) : redirect(home.href)
    }),
    route(/^\/(?:d|b)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/, ({ url, now }, place, kind, words) => {
      const what = kind || 'events'
      const page = readCount(url, 'page', { otherwise: 1 })
      return renderSearchPage(findEvents(place, words || what, page, now), `Events: ${what}`, now)
    }),
  ],
  notFound,
})

type SearchBody = { q?: string; page?: number; place?: string }

function findEvents(place: string, what: string, page: number, now: Date): ResultPage {
  const category = categories.find((name) => what === `${slugify(name)}--events` || what === slugify(name))
  const isEverything = what === 'events' || what === 'all-events'
  const byStart = (a: EventEntry, b: EventEntry) => findStart(a, now) - findStart(b, now) || a.index - b.index
  const { items, total } = index.query(category || isEverything ? '' : what.replaceAll('-', ' '), {
    filter: (event) =>
      event.isListed &&
      isAt(event, place) &&
      findStatus(event, now) === 'live' &&
      (!category || event.category === category),
    sort: category || isEverything ? byStart : undefined,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  })
  return { events: items.map((event) => makeEvent(event.index)), page, pageSize, total }
}

const findStart = (event: EventEntry, now: Date): number => findTimes(event, now).start.getTime()

function isAt(event: EventEntry, place: string): boolean {
  if (place === 'online') return event.isOnline
  const country = slugify(event.place.country)
  return place === country || place === `${country}--${event.place.slug}`
}
