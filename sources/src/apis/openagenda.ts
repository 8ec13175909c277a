// OpenAgenda's public events, from the open data set on Opendatasoft's portal: events of town halls, museums and clubs,
// mostly in France. Columns are requested by name, because others name the people who entered an event.
import { type Page, pageChanged, upstreamApi } from '@quarry/kit'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { parseJson } from '@quarry/kit/read/parse-json'
import { asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { buildEventParams, type EventSearch, parseEventParams } from './event-search.ts'

export const openAgenda = upstreamApi({
  name: 'openagenda',
  title: 'OpenAgenda',
  hosts: ['public.opendatasoft.com'],
  // As the data set's metadata states it.
  licence: 'Licence Ouverte 1.0',
  credit: 'Events by OpenAgenda and those who announce them there, Licence Ouverte 1.0',
  homepage: 'https://openagenda.com',
  // The portal only publishes a generous daily quota.
  rateLimit: { perSecond: 5 },
  redact: removeContacts,
  statedLicence: {
    url: 'https://public.opendatasoft.com/api/explore/v2.1/catalog/datasets/evenements-publics-openagenda',
    read: (page) => asText(at(jsonObject(page), 'metas', 'default', 'license')),
  },
})

/** Ways to register may be a person's telephone number or e-mail address: only links are stored. */
function removeContacts(page: Page): Page {
  const answer = jsonObject(page)
  if (!Array.isArray(answer?.results)) throw pageChanged('no JSON of the data set')
  const results = toEntries(answer.results).map((row) =>
    'registration' in row ? { ...row, registration: keepLinks(row.registration) } : row,
  )
  return { ...page, body: JSON.stringify({ ...answer, results }) }
}

const keepLinks = (ways: unknown): string =>
  JSON.stringify(
    asObjects(typeof ways === 'string' ? parseJson(ways) : ways).filter(({ type }) => type === 'link'),
  )

/** The most events of one request, and of one list. */
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

const buildRecordsUrl = (params: Record<string, string>): string =>
  `${portal}/api/explore/v2.1/catalog/datasets/${dataSet}/records?${new URLSearchParams(params)}`

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** An event by its id, or by the agenda and the slug in the address of its page. */
export type AgendaKey = { uid: string } | { agenda: string; slug: string }

export const agendaEventUrl = (key: AgendaKey): string =>
  buildRecordsUrl({
    select: detailed.join(','),
    where: 'uid' in key ? `uid = ${quote(key.uid)}` : `slug = ${quote(key.slug)}`,
    limit: String(agendaPageSize),
  })

type AgendaSearch = Omit<EventSearch, 'city'> & {
  /** Spelled as in the data set; null for the whole country. */
  cities: readonly string[] | null
}

const isComing = 'lastdate_end >= now()'
// Decision: appointments of the employment agency are a third of the entries, and not public events.
const isNoJobFair = 'not (originagenda_title like "France Travail")'

/** Ordered by end, then id, so that pages neither overlap nor leave gaps. */
export const agendaSearchUrl = ({ words, country, cities, page }: AgendaSearch): string =>
  buildRecordsUrl({
    select: listed.join(','),
    where: [
      ...(words === '' ? [] : [`search(${quote(words)})`]),
      isComing,
      `location_countrycode = ${quote(country)}`,
      ...(cities === null ? [] : [`location_city in (${cities.map(quote).join(', ')})`]),
      'title_fr is not null',
      isNoJobFair,
    ].join(' and '),
    order_by: 'lastdate_end,uid',
    limit: String(agendaPageSize),
    offset: String((page - 1) * agendaPageSize),
  })

/** The towns whose name resembles a text: the data set spells each in several ways, and its search is fuzzy. */
export const agendaCitiesUrl = (text: string, country: string): string =>
  buildRecordsUrl({
    select: 'location_city',
    where: `search(location_city, ${quote(text)}) and location_countrycode = ${quote(country)}`,
    group_by: 'location_city',
    // Groups have a higher limit than events.
    limit: '1000',
  })

const placeNames = { country: 'refine.location_countrycode', city: 'refine.location_city' }

/** The page of the same search on the portal, which ignores the page number. */
export const agendaSearchPage = (search: EventSearch): string =>
  `${portal}/explore/dataset/${dataSet}/table/?${buildEventParams(search, placeNames)}`

const searchPath = /^\/explore\/dataset\/([a-z-]{1,60})(?:\/[a-z]{1,20})?\/?$/

/** The search of such an address; null for another address, and for one with further parameters. */
export const parseAgendaSearchUrl = ({ pathname, searchParams }: URL): EventSearch | null =>
  searchPath.exec(pathname)?.[1] === dataSet ? parseEventParams(searchParams, placeNames, 'FR') : null

const eventPath = /^\/(?:[a-z]{2}\/)?([\w.-]{1,200})\/events\/([\w.-]{1,300})\/?$/
const numberedPath = /^\/(?:[a-z]{2}\/)?agendas\/\d{1,20}\/events\/(\d{1,20})\/?$/

/** The event of a page on openagenda.com, in any language. */
export function parseAgendaKey(pathname: string): AgendaKey | null {
  const uid = numberedPath.exec(pathname)?.[1]
  if (uid !== undefined) return { uid }
  const [, agenda, slug] = eventPath.exec(pathname) ?? []
  return agenda === undefined || slug === undefined ? null : { agenda, slug }
}

export const agendaHosts = ['openagenda.com', 'www.openagenda.com']

/** The rows of an answer about events. Throws for anything else, also for an error in JSON. */
export function readAgendaAnswer(page: Page) {
  const answer = jsonObject(page)
  const total = toInteger(answer?.total_count)
  if (page.status >= 400 || !Array.isArray(answer?.results) || total === null || total < 0)
    throw pageChanged('no JSON of the data set')
  return { rows: toEntries(answer.results), total }
}

/** The towns of an answer in groups, which has no count. */
export function readAgendaCities(page: Page): string[] {
  const results = jsonObject(page)?.results
  if (page.status >= 400 || !Array.isArray(results)) throw pageChanged('no JSON of towns')
  const cities = asTexts(toEntries(results).map(({ location_city }) => location_city))
  if (results.length > 0 && cities.length === 0) throw pageChanged('no names of towns')
  return cities
}
