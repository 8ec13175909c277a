// One event by its number or its page on OpenAgenda, which has times and places, but no tickets.
import { found, notFound, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import {
  type AgendaKey,
  agendaEventUrl,
  agendaHosts,
  openAgenda,
  parseAgendaKey,
  readAgendaAnswer,
} from '../../apis/openagenda.ts'
import { type AgendaEvent, readAgendaEvent } from '../../apis/openagenda-event.ts'
import type { EventQuery, EventRecord } from '../event-record.ts'
import { countSeconds } from '../event-record.ts'

export const openAgendaEvent = provider<EventQuery, EventRecord>({
  api: openAgenda,
  example: { query: '43692627' },
  // A 404 means that the API is missing, not that nothing matched.
  readsMissing: true,

  address({ url }) {
    const key = parseAgendaKey(url.pathname)
    if (key === null) return null
    return { id: 'uid' in key ? key.uid : `${key.agenda}/${key.slug}`, domain: null, path: null }
  },
  addressForm: 'the URL of an event on OpenAgenda (/<agenda>/events/<event>)',
  addressHosts: agendaHosts,
  inputs: {
    query:
      'The number of an event on OpenAgenda, or the address of its page: `https://openagenda.com/<agenda>/events/<event>`.',
  },

  cannotAnswer: ({ id }) =>
    parseKey(id) === null
      ? {
          parameter: 'query',
          problem: 'must be the number of an event, or the URL of an event on OpenAgenda',
        }
      : null,

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
    if (match) return found(toRecord(match), { form: 'openagenda', source: toSource(match) })
    if ('uid' in key && events.length > 0) throw pageChanged('the answer is about another event')
    return notFound
  },

  paramsFromUrl: (url, { text }) => ({ query: /uid = "(\d+)"/.exec(text('where') ?? '')?.[1] ?? url }),
})

function parseKey(id: string): AgendaKey | null {
  if (/^\d+$/.test(id)) return { uid: id }
  const [agenda, slug, ...more] = id.split('/')
  return agenda === undefined || slug === undefined || more.length > 0 ? null : { agenda, slug }
}

/** Agendas share events: only the page on its own agenda names an event for certain. */
function isMatch({ uid, url }: AgendaEvent, key: AgendaKey): boolean {
  if ('uid' in key) return uid === key.uid
  const agendaKey = url === null ? null : parseAgendaKey(new URL(url).pathname)
  return (
    agendaKey !== null &&
    'slug' in agendaKey &&
    agendaKey.agenda === key.agenda &&
    agendaKey.slug === key.slug
  )
}

const toSource = ({ url }: AgendaEvent): string => url ?? openAgenda.homepage

const toRecord = (event: AgendaEvent): EventRecord => {
  const seconds = countSeconds(event.start, event.end)
  return {
    url: event.url,
    name: event.title,
    domain: null,
    format: null,
    // Only the French texts were requested.
    locale: 'fr',
    status: event.status,
    summary: event.summary,
    category: null,
    subcategory: null,
    currency: null,
    timezone: null,
    event_id: event.uid,
    image_url: event.image ?? event.fullImage,
    sales_status: null,
    description: event.description,
    tags: event.keywords.length > 0 ? event.keywords : null,
    images: [event.fullImage ?? event.image].filter((image) => image !== null),
    is_free: null,
    // The data set has what searches show, and nothing else.
    is_listed: true,
    is_online: event.isOnline,
    is_series: event.isSeries,
    start_date: event.start?.local ?? null,
    end_date: event.end?.local ?? null,
    start_date_utc: event.start?.utc ?? null,
    end_date_utc: event.end?.utc ?? null,
    duration_seconds: seconds,
    venue: event.place,
    organizer: {
      id: event.agendaId,
      url: null,
      name: event.agendaTitle,
      verified: null,
      num_events: null,
      total_attendees: null,
    },
    highlights: {
      location_type: event.attendance,
      duration_minutes: seconds === null ? null : Math.round(seconds / 60),
    },
  }
}
