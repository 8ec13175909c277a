// One event by its number or its page on OpenAgenda, which has times and places, but no tickets.
import { found, notFound, pageChanged, provider } from '@quarry/kit'
import { type AgendaEvent, agendaEventUrl, agendaHosts, type AgendaKey, openAgenda, parseAgendaKey, readAgendaAnswer, readAgendaEvent } from '../../apis/openagenda.ts'
import { buildTimes, type EventQuery, type EventRecord, emptyEvent } from '../event-record.ts'

export const openAgendaEvent = provider<EventQuery, EventRecord>({
  api: openAgenda,
  example: { query: '43692627' },
  // A 404 means that the API is missing, not that nothing matched.
  readsMissing: true,

  address({ url }) {
    const key = parseAgendaKey(url.pathname)
    return key && { id: formatKey(key), domain: null, path: null }
  },
  addressForm: 'the URL of an event on OpenAgenda (/<agenda>/events/<event>)',
  addressHosts: agendaHosts,
  inputs: {
    query:
      'The number of an event on OpenAgenda, or the address of its page: `https://openagenda.com/<agenda>/events/<event>`.',
  },

  cannotAnswer: ({ id }) =>
    parseKey(id) === null ? 'must be the number of an event, or the URL of an event on OpenAgenda' : null,

  page: ({ id }) => agendaEventUrl(parseKey(id) ?? { uid: id }),

  extract(page, { id }) {
    const key = parseKey(id) ?? { uid: id }
    const { rows, total } = readAgendaAnswer(page)
    if (rows.length === 0 && total > 0) throw pageChanged(`none of ${total} events in the answer`)
    // Decision: an event without a name is ignored.
    const titledRows = rows.filter(({ title_fr }) => title_fr !== null && title_fr !== '')
    const events = titledRows.map((row) => readAgendaEvent(row, page))
    if (events.includes(null)) throw pageChanged('the event cannot be read')
    const match = events.filter((event) => event !== null).find((event) => isMatch(event, key))
    if (match)
      return found(toRecord(match), { form: 'openagenda', source: match.facts.url ?? openAgenda.homepage })
    if ('uid' in key && events.length > 0) throw pageChanged('the answer is about another event')
    return notFound
  },

  paramsFromUrl: (url, { text }) => ({ query: /uid = "(\d+)"/.exec(text('where') ?? '')?.[1] ?? url }),
})

const formatKey = (key: AgendaKey): string => ('uid' in key ? key.uid : `${key.agenda}/${key.slug}`)

function parseKey(id: string): AgendaKey | null {
  if (/^\d+$/.test(id)) return { uid: id }
  const [agenda, slug, ...more] = id.split('/')
  return agenda === undefined || slug === undefined || more.length > 0 ? null : { agenda, slug }
}

/** Agendas share events: only the page on its own agenda names an event for certain. */
function isMatch({ facts: { event_id: uid, url } }: AgendaEvent, key: AgendaKey): boolean {
  if ('uid' in key) return uid === key.uid
  const agendaKey = url === null ? null : parseAgendaKey(new URL(url).pathname)
  return agendaKey !== null && formatKey(agendaKey) === formatKey(key)
}

function toRecord({ facts, fullImage, ...event }: AgendaEvent): EventRecord {
  const times = buildTimes(event.start, event.end)
  return {
    ...emptyEvent,
    ...times,
    ...facts,
    // Only the French texts were requested.
    locale: 'fr',
    status: event.status,
    image_url: facts.image_url ?? fullImage,
    description: event.description,
    tags: facts.tags.length > 0 ? facts.tags : null,
    images: [fullImage ?? facts.image_url].filter((image) => image !== null),
    // The data set has what searches show, and nothing else.
    is_listed: true,
    is_series: event.isSeries,
    organizer: { ...emptyEvent.organizer, id: event.agendaId, name: event.agendaTitle },
    highlights: { ...times.highlights, location_type: event.attendance },
  }
}
