// The sandbox startup database: pages of rounds and events, the API behind them, and a search of rounds. Current pages
// have the state as plain JSON, old ones have it in the older escapes; of some the state is cut off or missing, and
// removed subjects may still answer 200.
import {
  cutIsland,
  escapeAngularJson,
  escapeHtml,
  renderJsonIsland,
  renderLinkedData,
  renderPage,
} from '../../sandbox/chrome.ts'
import { findConference, listConferences } from '../../sandbox/conferences.ts'
import { findRoundByPermalink, findRoundByUuid } from '../../sandbox/funding.ts'
import { createSite, redirect, renderMessage, respondJson, route, type SiteLook } from '../../sandbox/site.ts'
import { buildEventEntity, buildEventLinkedData, referToEvent } from './events.ts'
import { toFormNumber } from './references.ts'
import { buildRoundEntity, searchRounds } from './rounds.ts'

const siteLook: SiteLook = { seed: 'startupdb', lang: 'en', weightKb: 60 }

export const sandbox = createSite({
  routes: [
    route('/v4/data/searches/funding_rounds', ({ method, json, now }) =>
      method === 'POST' ? respondJson(searchRounds(json, now)) : undefined,
    ),
    route(/^\/search\/funding_rounds\/?$/, ({ now }) => {
      const entry = { status: 200, data: searchRounds({}, now) }
      return page('Rounds', { 'POST/v4/data/searches/funding_rounds': entry })
    }),
    route(/^\/search\/events\/?$/, () =>
      page('Events', { 'POST/v4/data/searches/events': { status: 200, data: listEvents() } }),
    ),
    route(/^\/v4\/data\/entities\/(funding_round|event)s\/([^/]+)\/?$/, ({ now }, type, permalink) => {
      const subject = findSubject(type, permalink, now)
      // Events whose pages have no state are older than the API.
      return subject && subject.form !== 'stateless'
        ? respondJson(subject.entity)
        : respondJson([{ message: 'Not found', code: 'MD404' }], 404)
    }),
    // Two ways in which such sites remove a subject without answering 404: only the state of the first says so.
    route(/^\/(funding_round|event)\/(retired-[^/]*)\/?$/, (_, type, permalink) => {
      const data = [{ message: 'Entity is not available', code: 'MD404' }]
      return page('Not available', { [toStateKey(type, permalink)]: { status: 404, data } })
    }),
    route(/^\/(funding_round|event)\/merged-[^/]*\/?$/, (_, type) => redirect(`/search/${type}s`, 302)),
    route(/^\/(funding_round|event)\/([^/]+)\/?$/, ({ now }, type, permalink) => {
      const subject = findSubject(type, permalink, now)
      if (!subject) return undefined
      const { title, entity, form, linkedData } = subject
      return page(title, { [toStateKey(type, permalink)]: { status: 200, data: entity } }, form, linkedData)
    }),
  ],
  notFound: () => renderMessage(siteLook, 404, 'This page took a day off', 'Page not found'),
})

function findSubject(type: string, permalink: string, now: Date) {
  if (type === 'funding_round') {
    const round = findRoundByPermalink(permalink) ?? findRoundByUuid(permalink)
    if (!round) return undefined
    const form = chooseForm(toFormNumber(round.uuid), type)
    return { title: round.name, entity: buildRoundEntity(round, now), form }
  }
  const event = findConference(permalink)
  if (!event) return undefined
  const form = chooseForm(toFormNumber(event.uuid), type)
  const linkedData = buildEventLinkedData(event, now)
  return { title: event.name, entity: buildEventEntity(event, now), form, linkedData }
}

type Form = 'current' | 'old' | 'broken' | 'stateless'

/** Every 11th subject is on an old page, every 17th on a broken one, and every 13th event has no state. */
function chooseForm(number: number, type: string): Form {
  if (type === 'event' && number % 13 === 7) return 'stateless'
  if (number % 17 === 9) return 'broken'
  return number % 11 === 5 ? 'old' : 'current'
}

const listEvents = () => ({
  count: listConferences().length,
  entities: listConferences()
    .slice(0, 50)
    .map((event) => ({ uuid: event.uuid, properties: { identifier: referToEvent(event) } })),
})

const toStateKey = (type: string, permalink: string): string =>
  `GET/v4/data/entities/${type}s/${permalink}?layout_mode=view_v2`

const page = (title: string, entry: object, form: Form = 'current', linkedData?: object): string =>
  renderPage({
    ...siteLook,
    title: `${title} - Startup database`,
    head: linkedData ? renderLinkedData(linkedData) : '',
    body: `<profile-header><h1>${escapeHtml(title)}</h1></profile-header><p>Sign up to see every date and amount of this profile.</p>${renderIsland(buildState(entry), form)}`,
    weightKb: 140,
  })

const buildState = (entry: object) => ({
  HttpState: {
    'GET/v4/md/applications/web': { status: 200, data: { plan: "it's & <b>free</b>" } },
    ...entry,
    'GET/v4/data/entities/organizations/veltora?layout_mode=card': {
      status: 200,
      data: { properties: { identifier: { value: 'Promoted' } }, cards: {} },
    },
  },
  'user-state': { anonymous: true },
})

function renderIsland(state: object, form: Form): string {
  if (form === 'stateless') return ''
  if (form === 'old')
    return `<script id="client-app-state" type="application/json">${escapeAngularJson(state)}</script>`
  const island = renderJsonIsland('ng-state', state)
  return form === 'broken' ? cutIsland(island) : island
}
