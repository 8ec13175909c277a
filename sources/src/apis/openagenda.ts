// OpenAgenda's public events, in their open data set on Opendatasoft's portal: what town halls, museums and clubs
// announce, in France above all. Columns are asked for by name, since others name the people who typed an event in.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asObject, asObjects, asText } from '@quarry/kit/read/values'
import { upstreamApi } from '@quarry/kit/upstream-api'

export const openAgenda = upstreamApi({
  name: 'openagenda',
  title: 'OpenAgenda',
  hosts: ['public.opendatasoft.com'],
  licence: 'etalab-2.0',
  credit: 'Events by OpenAgenda and those who announce them there, Licence Ouverte 2.0',
  homepage: 'https://openagenda.com',
  // The portal states a quota for a day that nobody reaches; this pace is ours.
  pace: { perSecond: 5 },
  redact: withoutContacts,
})

/** Ways to register may be somebody's telephone number or mail address: of them only links are stored. */
function withoutContacts(page: Page): Page {
  const answer = asObject(jsonAnswer(page.body))
  if (!Array.isArray(answer?.results)) throw pageChanged('no JSON of the data set')
  const results = toEntries(answer.results).map((row) =>
    'registration' in row ? { ...row, registration: linksIn(row.registration) } : row,
  )
  return { ...page, body: JSON.stringify({ ...answer, results }) }
}

const linksIn = (ways: unknown): string =>
  JSON.stringify(
    asObjects(typeof ways === 'string' ? parseJson(ways) : ways).filter(({ type }) => type === 'link'),
  )

/** As many as the portal gives out with one request, and in one list. */
export const agendaPageSize = 100
export const agendaReach = 10_000

const portal = 'https://public.opendatasoft.com'
const dataSet = 'evenements-publics-openagenda'

const places = ['uid', 'name', 'address', 'postalcode', 'city', 'region', 'countrycode', 'coordinates']
const listed = [
  ...['uid', 'canonicalurl', 'title_fr', 'description_fr', 'keywords_fr', 'image', 'timings'],
  ...['firstdate_begin', 'firstdate_end', 'attendancemode', 'registration', 'originagenda_uid'],
  ...places.map((column) => `location_${column}`),
]
const detailed = [...listed, 'longdescription_fr', 'originalimage', 'status', 'originagenda_title']

const recordsUrl = (asked: Record<string, string>): string =>
  `${portal}/api/explore/v2.1/catalog/datasets/${dataSet}/records?${new URLSearchParams(asked)}`

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** An event by its number, or by the agenda and the name in the address of its page. */
export type AgendaKey = { uid: string } | { agenda: string; slug: string }

export const agendaEventUrl = (key: AgendaKey): string =>
  recordsUrl({
    select: detailed.join(','),
    where: 'uid' in key ? `uid = ${quoted(key.uid)}` : `slug = ${quoted(key.slug)}`,
    limit: String(agendaPageSize),
  })

export type AgendaSearch = {
  words: string
  /** ISO 3166, in capitals. */
  country: string
  /** As the data set writes them; null for the whole country. */
  cities: readonly string[] | null
  /** Counted from 1. */
  page: number
}

const isComing = 'lastdate_end >= now()'
// Decision: meetings for those who look for work are one in three entries of the set, and nothing that one attends.
const isNoJobFair = 'not (originagenda_title like "France Travail")'

/** Those that end first come first; what ends together has an order too, so that pages neither overlap nor gape. */
export const agendaSearchUrl = ({ words, country, cities, page }: AgendaSearch): string =>
  recordsUrl({
    select: listed.join(','),
    where: [
      ...(words === '' ? [] : [`search(${quoted(words)})`]),
      isComing,
      `location_countrycode = ${quoted(country)}`,
      ...(cities === null ? [] : [`location_city in (${cities.map(quoted).join(', ')})`]),
      'title_fr is not null',
      isNoJobFair,
    ].join(' and '),
    order_by: 'lastdate_end,uid',
    limit: String(agendaPageSize),
    offset: String((page - 1) * agendaPageSize),
  })

/** The names of towns that are like a text: the set writes each in several ways, and is searched without precision. */
export const agendaCitiesUrl = (text: string, country: string): string =>
  recordsUrl({
    select: 'location_city',
    where: `search(location_city, ${quoted(text)}) and location_countrycode = ${quoted(country)}`,
    group_by: 'location_city',
    // Of groups it gives out more than of events.
    limit: '1000',
  })

/** The same search as people see it, which the data set's page knows but for the number of the page. */
export function agendaSearchPage({ words, country, city, page }: AgendaSearchPage): string {
  const asked = new URLSearchParams({ q: words, 'refine.location_countrycode': country })
  if (city !== null) asked.set('refine.location_city', city)
  if (page > 1) asked.set('page', String(page))
  return `${portal}/explore/dataset/${dataSet}/table/?${asked}`
}

export type AgendaSearchPage = { words: string; country: string; city: string | null; page: number }

const searchPath = /^\/explore\/dataset\/([a-z-]{1,60})(?:\/[a-z]{1,20})?\/?$/
const searchNames = new Set(['q', 'refine.location_countrycode', 'refine.location_city', 'page'])

/** What the address of a search asks for; null where it is none, or asks for more. */
export function parseAgendaSearchUrl({ pathname, searchParams }: URL): AgendaSearchPage | null {
  if (
    searchPath.exec(pathname)?.[1] !== dataSet ||
    [...searchParams.keys()].some((name) => !searchNames.has(name))
  )
    return null
  const page = toInteger(searchParams.get('page') ?? '1')
  if (page === null || page < 1) return null
  return {
    words: searchParams.get('q') ?? '',
    country: (searchParams.get('refine.location_countrycode') || 'FR').toUpperCase(),
    city: searchParams.get('refine.location_city') || null,
    page,
  }
}

const eventPath = /^\/(?:[a-z]{2}\/)?([\w.-]{1,200})\/events\/([\w.-]{1,300})\/?$/
const numberedPath = /^\/(?:[a-z]{2}\/)?agendas\/\d{1,20}\/events\/(\d{1,20})\/?$/

/** The event of a page on openagenda.com, in any of its languages. */
export function parseAgendaKey(pathname: string): AgendaKey | null {
  const uid = numberedPath.exec(pathname)?.[1]
  if (uid !== undefined) return { uid }
  const [, agenda, slug] = eventPath.exec(pathname) ?? []
  return agenda === undefined || slug === undefined ? null : { agenda, slug }
}

export const agendaHosts = ['openagenda.com', 'www.openagenda.com']

export type AgendaAnswer = { rows: JsonObject[]; total: number }

/** What every answer about events has; whatever else comes, an answer about no data set included, is a change. */
export function readAgendaAnswer({ status, body }: Page): AgendaAnswer {
  const answer = asObject(jsonAnswer(body))
  const total = toInteger(answer?.total_count)
  if (status >= 400 || !Array.isArray(answer?.results) || total === null || total < 0)
    throw pageChanged('no JSON of the data set')
  return { rows: toEntries(answer.results), total }
}

/** An answer in groups has no count. */
export function readAgendaCities({ status, body }: Page): string[] {
  const results = asObject(jsonAnswer(body))?.results
  if (status >= 400 || !Array.isArray(results)) throw pageChanged('no JSON of towns')
  const cities = toEntries(results).map(({ location_city }) => asText(location_city))
  if (results.length > 0 && cities.every((city) => city === null)) throw pageChanged('no names of towns')
  return cities.filter((city) => city !== null)
}
