// The pretend startup database: pages of rounds and events, the API behind them, and a search of rounds that really
// searches. It knows nothing of the extractors beside it: page and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { renderPage } from '../../sandbox/chrome.ts'
import { findConference, listConferences } from '../../sandbox/conferences.ts'
import { findRoundByPermalink, findRoundByUuid } from '../../sandbox/funding.ts'
import { eventEntity, eventLinkedData } from './events.ts'
import { type EntityPage, entityPage, formOf, listPage, removedPage } from './pages.ts'
import { formNumber } from './references.ts'
import { roundEntity, searchRounds } from './rounds.ts'

export const sandbox: SandboxSite = ({ method, url, json, now }) => {
  const path = url.pathname.replace(/\/$/, '')
  if (method === 'POST')
    return path === '/v4/data/searches/funding_rounds' ? answer(searchRounds(json, now)) : missingAnswer()
  if (path === '/search/funding_rounds')
    return { body: listPage('Rounds', 'POST/v4/data/searches/funding_rounds', searchRounds({}, now)) }
  if (path === '/search/events')
    return { body: listPage('Events', 'POST/v4/data/searches/events', eventList()) }
  const api = /^\/v4\/data\/entities\/(funding_round|event)s\/([^/]+)$/.exec(path)
  if (api) return apiResponse(api[1] as EntityPage['type'], decodeURIComponent(api[2] ?? ''), now)
  const entity = /^\/(funding_round|event)\/([^/]+)$/.exec(path)
  if (entity) return pageResponse(entity[1] as EntityPage['type'], decodeURIComponent(entity[2] ?? ''), now)
  return missingPage()
}

function pageResponse(type: EntityPage['type'], permalink: string, now: Date): SiteResponse {
  // Two ways in which such sites take a subject down without saying 404.
  if (permalink.startsWith('retired-')) return { body: removedPage(type, permalink) }
  if (permalink.startsWith('merged-'))
    return { status: 302, headers: { location: `/search/${type}s` }, body: '' }
  const subject = subjectOf(type, permalink, now)
  return subject ? { body: entityPage(subject) } : missingPage()
}

function apiResponse(type: EntityPage['type'], permalink: string, now: Date): SiteResponse {
  const subject = subjectOf(type, permalink, now)
  // Events whose pages have no state are older than the API.
  return subject && subject.form !== 'stateless' ? answer(subject.entity) : missingAnswer()
}

function subjectOf(type: EntityPage['type'], permalink: string, now: Date): EntityPage | undefined {
  if (type === 'funding_round') {
    const round = findRoundByPermalink(permalink) ?? findRoundByUuid(permalink)
    if (!round) return undefined
    const form = formOf(formNumber(round.uuid), type)
    return { type, permalink, title: round.name, entity: roundEntity(round, now), form }
  }
  const event = findConference(permalink)
  if (!event) return undefined
  const form = formOf(formNumber(event.uuid), type)
  const linkedData = eventLinkedData(event, now)
  return { type, permalink, title: event.name, entity: eventEntity(event, now), form, linkedData }
}

const eventList = () => ({
  count: listConferences().length,
  entities: listConferences()
    .slice(0, 50)
    .map(({ uuid, name, permalink }) => ({
      uuid,
      properties: { identifier: { uuid, value: name, permalink, entity_def_id: 'event' } },
    })),
})

const answer = (data: unknown): SiteResponse => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(data),
})

const missingAnswer = (): SiteResponse => ({
  ...answer([{ message: 'Not found', code: 'MD404' }]),
  status: 404,
})

const missingPage = (): SiteResponse => ({
  status: 404,
  body: renderPage({
    title: 'Page not found',
    body: '<h1>This page took a day off</h1>',
    weightKb: 60,
    seed: 'startupdb',
  }),
})
