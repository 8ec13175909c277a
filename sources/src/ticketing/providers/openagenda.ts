// Events from OpenAgenda, which has times and places, but no tickets: one by its number or its page there, and coming
// ones by words and place. A town is looked up first: the data set spells its name in several
// ways, and a text search would also find similar names.
import {
  found,
  type Io,
  notFound,
  type Page,
  pageChanged,
  provider,
  type Reading,
  searchProvider,
} from '@quarry/kit'
import { createListReader, statedOnPage } from '@quarry/kit/read/list-reader'
import {
  type AgendaEvent,
  type AgendaKey,
  agendaCitiesUrl,
  agendaEventUrl,
  agendaHosts,
  agendaPageSize,
  agendaReach,
  agendaSearchPage,
  agendaSearchUrl,
  openAgenda,
  parseAgendaKey,
  parseAgendaSearchUrl,
  readAgendaCities,
  readAgendaEvent,
  readAgendaResponse,
} from '../../apis/openagenda.ts'
import { buildTimes, type EventQuery, type EventRecord, emptyEvent } from '../event-record.ts'
import {
  fromPlainSearch,
  plainSearch,
  type SearchQuery,
  toPlaceSlug,
  toPlainSearch,
  wordsProblem,
} from '../search-query.ts'
import { emptyResult, foundPage, type SearchRecord, type SearchResult } from '../search-record.ts'

/** The countries in which it has more than a few events. */
const domains = ['fr', 'be', 'ch']
const size = { perPage: agendaPageSize, reach: agendaReach }
const lastPage = agendaReach / agendaPageSize

export const openAgendaSearch = searchProvider<SearchQuery, SearchRecord>({
  api: openAgenda,
  example: { query: 'jazz', domain: 'fr', page: 1 },

  address({ url }) {
    const search = parseAgendaSearchUrl(url)
    return search && fromPlainSearch(search)
  },
  addressForm: "the URL of a search in OpenAgenda's data set (/explore/dataset/…), or words",
  inputs: {
    query:
      "Required: a keyword, or the address of a search in OpenAgenda's data set, as `pagination.next` gives it.",
  },

  cannotAnswer(query) {
    const search = toPlainSearch(query)
    if (query.words === null) return wordsProblem
    if (search === null || !domains.includes(search.country.toLowerCase()))
      return query.location === null
        ? { parameter: 'domain', problem: `must be one of ${domains.join(', ')} for OpenAgenda` }
        : { parameter: 'location', problem: 'must be in France, Belgium or Switzerland for OpenAgenda' }
    if (query.page > lastPage)
      return { parameter: 'page', problem: `must be at most ${lastPage} for OpenAgenda` }
    return null
  },

  find,
  extract,

  paramsFromUrl: (_, { text }) => ({ query: /search\("([^"]+)"\)/.exec(text('where') ?? '')?.[1] ?? '' }),
})

async function find(query: SearchQuery, { get }: Io) {
  const { words, country, city, page } = plainSearch(query)
  if (city === null) return extract(await get(agendaSearchUrl({ words, country, cities: null, page })), query)
  const towns = await get(agendaCitiesUrl(city, country))
  const cities = readAgendaCities(towns).filter((name) => toPlaceSlug(name) === toPlaceSlug(city))
  if (cities.length === 0) return toFoundPage([], 0, query)
  return extract(await get(agendaSearchUrl({ words, country, cities, page })), query)
}

function extract(page: Page, query: SearchQuery) {
  const { rows, total } = readAgendaResponse(page)
  const lists = createListReader('openagenda')
  const statedCount = statedOnPage({ total, perPage: size.perPage, page: query.page })
  const read = (row: (typeof rows)[number]) => toResult(readAgendaEvent(row, page))
  return toFoundPage(lists.main('results', rows, read, statedCount), total, query, lists.counted())
}

function toFoundPage(
  results: SearchResult[],
  total: number,
  query: SearchQuery,
  reading: Reading = { form: 'openagenda' },
) {
  const { words, country, city } = plainSearch(query)
  // The page of the data set finds a town only by its exact spelling.
  const written = results
    .map(({ venue }) => venue?.city)
    .find((name) => name && toPlaceSlug(name) === toPlaceSlug(city ?? ''))
  const town = city === null ? null : (written ?? city)
  const toAddress = (page: number) => agendaSearchPage({ words, country, city: town, page })
  return foundPage(results, { ...size, total, page: query.page, toAddress }, reading)
}

const toResult = (event: AgendaEvent | null): SearchResult | null =>
  event && {
    ...emptyResult,
    ...event.facts,
    language: 'fr',
    tickets_url: event.registration,
    organizer_id: event.agendaId,
    start_date: event.start?.local?.slice(0, 10) ?? null,
    start_time: event.start?.local?.slice(11, 16) ?? null,
    end_date: event.end?.local?.slice(0, 10) ?? null,
    end_time: event.end?.local?.slice(11, 16) ?? null,
  }

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
    const { rows, total } = readAgendaResponse(page)
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
