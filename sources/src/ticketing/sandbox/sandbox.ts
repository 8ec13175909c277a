// The sandbox ticket shop: event pages, redirects to the site of an event's country, and a working search.

import { createSearch } from '../../sandbox/search.ts'
import { createSite, readCount, redirect, renderMessage, respondJson } from '../../sandbox/site.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { categories, type EventEntry, eventById, eventEntries, makeEvent, type SiteEvent } from './events.ts'
import { eventPage, look, type ResultPage, searchAnswer, searchPage } from './pages.ts'
import { statusOf, timesOf } from './schedule.ts'

const pageSize = 20

const index = createSearch(eventEntries, {
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

const notFound = (message = 'This page does not exist') => renderMessage(look, 404, message, 'Not found')

export const sandbox = createSite({
  routes: [
    [
      '/api/search/',
      ({ method, json, now }) => {
        if (method !== 'POST') return undefined
        const { q = '', page = 1, place = 'france' } = (json ?? {}) as SearchBody
        const results = find(place, q === '' ? 'events' : q, page, now)
        return respondJson({ events: searchAnswer(results, now), buckets: [] })
      },
    ],
    [
      /^\/e\/(?:[^/]*-)?(\d+)\/?$/,
      ({ url, now }, id) => {
        const event = eventById(id)
        if (!event) return notFound('Whoops, the page or event you are looking for was not found.')
        const home = `${event.suffix}.ticketing.example`
        // Each country's events are on its own site; the other sites redirect there.
        if (url.hostname !== home) return redirect(`https://${home}/e/${event.slug}-${event.id}`)
        return eventPage(event, now)
      },
    ],
    [
      /^\/(?:d|b)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/,
      ({ url, now }, place, kind, words) => {
        const what = kind || 'events'
        const page = readCount(url, 'page', { otherwise: 1 })
        return searchPage(find(place, words || what, page, now), `Events: ${what}`, now)
      },
    ],
  ],
  notFound,
})

type SearchBody = { q?: string; page?: number; place?: string }

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
