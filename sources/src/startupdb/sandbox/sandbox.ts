// The sandbox startup database: pages of rounds and events, the API behind them, and a search of rounds.
import { findConference, listConferences } from '../../sandbox/conferences.ts'
import { findRoundByPermalink, findRoundByUuid } from '../../sandbox/funding.ts'
import { createSite, redirect, renderMessage, respondJson, route } from '../../sandbox/site.ts'
import { buildEventEntity, buildEventLinkedData, referToEvent } from './events.ts'
import { chooseForm, type EntityPage, entityPage, listPage, removedPage, siteLook } from './pages.ts'
import { toFormNumber } from './references.ts'
import { buildRoundEntity, searchRounds } from './rounds.ts'

type EntityType = EntityPage['type']

export const sandbox = createSite({
  routes: [
    route('/v4/data/searches/funding_rounds', ({ method, json, now }) =>
      method === 'POST' ? respondJson(searchRounds(json, now)) : undefined,
    ),
    route(/^\/search\/funding_rounds\/?$/, ({ now }) =>
      listPage('Rounds', 'POST/v4/data/searches/funding_rounds', searchRounds({}, now)),
    ),
    route(/^\/search\/events\/?$/, () => listPage('Events', 'POST/v4/data/searches/events', listEvents())),
    route(/^\/v4\/data\/entities\/(funding_round|event)s\/([^/]+)\/?$/, ({ now }, type, permalink) => {
      const subject = findSubject(type as EntityType, permalink, now)
      // Events whose pages have no state are older than the API.
      return subject && subject.form !== 'stateless'
        ? respondJson(subject.entity)
        : respondJson([{ message: 'Not found', code: 'MD404' }], 404)
    }),
    // Two ways in which such sites remove a subject without answering 404.
    route(/^\/(funding_round|event)\/(retired-[^/]*)\/?$/, (_, type, permalink) =>
      removedPage(type as EntityType, permalink),
    ),
    route(/^\/(funding_round|event)\/merged-[^/]*\/?$/, (_, type) => redirect(`/search/${type}s`, 302)),
    route(/^\/(funding_round|event)\/([^/]+)\/?$/, ({ now }, type, permalink) => {
      const subject = findSubject(type as EntityType, permalink, now)
      return subject && entityPage(subject)
    }),
  ],
  notFound: () => renderMessage(siteLook, 404, 'This page took a day off', 'Page not found'),
})

function findSubject(type: EntityType, permalink: string, now: Date): EntityPage | undefined {
  if (type === 'funding_round') {
    const round = findRoundByPermalink(permalink) ?? findRoundByUuid(permalink)
    if (!round) return undefined
    const form = chooseForm(toFormNumber(round.uuid), type)
    return { type, permalink, title: round.name, entity: buildRoundEntity(round, now), form }
  }
  const event = findConference(permalink)
  if (!event) return undefined
  const form = chooseForm(toFormNumber(event.uuid), type)
  const linkedData = buildEventLinkedData(event, now)
  return { type, permalink, title: event.name, entity: buildEventEntity(event, now), form, linkedData }
}

const listEvents = () => ({
  count: listConferences().length,
  entities: listConferences()
    .slice(0, 50)
    .map((event) => ({ uuid: event.uuid, properties: { identifier: referToEvent(event) } })),
})
