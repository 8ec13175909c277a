// OpenAgenda's public events, from the open data set on Opendatasoft's portal: events of town halls, museums and clubs,
// mostly in France. Columns are requested by name, because others name the people who entered an event. A row with a
// column of another form than documented is unreadable, so that a changed column is not taken for a missing one.
import { type Page, pageChanged, upstreamApi } from '@quarry/kit'
import { readAnswerDate } from '@quarry/kit/read/answer-date'
import { plainText } from '@quarry/kit/read/clean-text'
import { type DateTime, toDateTime } from '@quarry/kit/read/dates'
import { buildForm, type Form, hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asArray, asHttpUrl, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
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
  const response = jsonObject(page)
  if (!Array.isArray(response?.results)) throw pageChanged('no JSON of the data set')
  const results = toEntries(response.results).map((row) =>
    'registration' in row ? { ...row, registration: keepLinks(row.registration) } : row,
  )
  return { ...page, body: JSON.stringify({ ...response, results }) }
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

/** The rows of a response about events. Throws for anything else, also for an error in JSON. */
export function readAgendaResponse(page: Page) {
  const response = jsonObject(page)
  const total = toInteger(response?.total_count)
  if (page.status >= 400 || !Array.isArray(response?.results) || total === null || total < 0)
    throw pageChanged('no JSON of the data set')
  return { rows: toEntries(response.results), total }
}

/** The towns of a response in groups, which has no count. */
export function readAgendaCities(page: Page): string[] {
  const results = jsonObject(page)?.results
  if (page.status >= 400 || !Array.isArray(results)) throw pageChanged('no JSON of towns')
  const cities = asTexts(toEntries(results).map(({ location_city }) => location_city))
  if (results.length > 0 && cities.length === 0) throw pageChanged('no names of towns')
  return cities
}

/** The place of an event, with the fields that the event APIs share. */
export type EventPlace = NonNullable<ReturnType<typeof readPlace>>

export type AgendaEvent = NonNullable<ReturnType<typeof readAgendaEvent>>

/** Rows with a UTC time only have no local time. */
type AgendaTime = { local: string | null; utc: string | null }

const texts = [
  ...['canonicalurl', 'title_fr', 'description_fr', 'longdescription_fr', 'image', 'originalimage'],
  ...['firstdate_begin', 'firstdate_end', 'originagenda_title', 'location_name', 'location_address'],
  ...['location_city', 'location_region', 'location_countrycode'],
]
const rowForm: Form = {
  ...buildForm('text', texts),
  ...buildForm('scalar', ['uid', 'location_uid', 'location_postalcode', 'originagenda_uid']),
  location_coordinates: buildForm('scalar', ['lat', 'lon']),
}
const timingsForm: Form = [buildForm('text', ['begin', 'end'])]
const registrationForm: Form = [buildForm('text', ['type', 'value'])]
const stateForm: Form = { id: 'scalar', label: buildForm('text', ['en', 'fr']) }

/** The event; null without a name or an id, or with a column of another form. */
export function readAgendaEvent(row: JsonObject, page: Page) {
  const [uid, title] = [asText(row.uid), asText(row.title_fr)]
  const packed = {
    timings: unpackColumn(row.timings, (value) => hasForm(value, timingsForm)),
    registration: unpackColumn(row.registration, (value) => hasForm(value, registrationForm)),
    mode: unpackColumn(row.attendancemode, isState),
    status: unpackColumn(row.status, isState),
  }
  const isKnownForm = hasForm(row, rowForm) && isTextOrList(row.keywords_fr)
  if (uid === null || title === null || !isKnownForm || Object.values(packed).includes(undefined)) return null
  const timings = readTimings(packed.timings, row)
  const timing = findNext(timings, readAnswerDate(page))
  const mode = toInteger(at(packed.mode, 'id'))
  return {
    /** The fields that records of events share. */
    facts: {
      url: asHttpUrl(row.canonicalurl),
      name: title,
      summary: plainText(asText(row.description_fr)),
      event_id: uid,
      image_url: asHttpUrl(row.image),
      tags: readKeywords(row.keywords_fr),
      venue: readPlace(row),
      is_online: mode === null ? null : mode === 2,
    },
    /** HTML. */
    description: asText(row.longdescription_fr),
    fullImage: asHttpUrl(row.originalimage),
    status: readLabel(packed.status),
    attendance: readLabel(packed.mode),
    isSeries: timings.length === 0 ? null : timings.length > 1,
    start: timing?.begin ?? null,
    end: timing?.end ?? null,
    agendaId: asText(row.originagenda_uid),
    agendaTitle: asText(row.originagenda_title),
    /** The page for registration or tickets. */
    registration: findLink(packed.registration),
  }
}

const isMissing = (value: unknown): boolean => value === null || value === undefined

/** A state has an id, whatever its label. */
const isState = (value: unknown): boolean => hasForm(value, stateForm) && !isMissing(asObject(value)?.id)

/** Keywords come as a list or as one text. */
const isTextOrList = (value: unknown): boolean => typeof value === 'string' || hasForm(value, ['scalar'])

/** The value of a column, from JSON or as it is; undefined if it has another form. */
function unpackColumn(value: unknown, hasKnownForm: (value: unknown) => boolean): unknown {
  if (isMissing(value) || value === '') return null
  const content = typeof value === 'string' ? parseJson(value) : value
  return hasKnownForm(content) ? content : undefined
}

type Timing = { begin: AgendaTime; end: AgendaTime | null }

/** In order of time. A row without the list still has its first timing. */
function readTimings(list: unknown, row: JsonObject): Timing[] {
  const timings = asObjects(list).flatMap((timing): Timing[] => {
    const begin = toDateTime(timing.begin)
    return begin ? [{ begin, end: toDateTime(timing.end) }] : []
  })
  if (timings.length > 0) return timings.sort((a, b) => toMoment(a.begin) - toMoment(b.begin))
  const [begin, end] = [toDateTime(row.firstdate_begin), toDateTime(row.firstdate_end)]
  return begin ? [{ begin: inUtc(begin), end: end && inUtc(end) }] : []
}

const inUtc = ({ utc }: DateTime): AgendaTime => ({ local: null, utc })

const toMoment = ({ local, utc }: AgendaTime): number => Date.parse(utc ?? `${local}Z`)

/** The first that has not ended, or the last. */
const findNext = (timings: readonly Timing[], now: Date): Timing | undefined =>
  timings.find(({ begin, end }) => toMoment(end ?? begin) > now.getTime()) ?? timings.at(-1)

/** Some labels come in French only. */
const readLabel = (state: unknown): string | null =>
  asText(at(state, 'label', 'en')) ?? asText(at(state, 'label', 'fr'))

const readKeywords = (value: unknown): string[] =>
  asTexts(typeof value === 'string' ? value.split(/[;,]/) : asArray(value))

/** Other ways to register are telephone numbers and e-mail addresses, perhaps of a person. */
const findLink = (ways: unknown): string | null =>
  asObjects(ways)
    .filter(({ type }) => type === 'link')
    .map(({ value }) => asHttpUrl(value))
    .find((link) => link !== null) ?? null

function readPlace(row: JsonObject) {
  const postalCode = asText(row.location_postalcode)
  const place = {
    id: asText(row.location_uid),
    name: asText(row.location_name),
    address: readStreet(asText(row.location_address), postalCode),
    city: asText(row.location_city),
    region: asText(row.location_region),
    country: asText(row.location_countrycode),
    postal_code: postalCode,
    latitude: toNumber(at(row.location_coordinates, 'lat')),
    longitude: toNumber(at(row.location_coordinates, 'lon')),
  }
  return Object.values(place).every((part) => part === null) ? null : place
}

/** The address is one line: the street, then the postal code and the town. */
function readStreet(address: string | null, postalCode: string | null): string | null {
  if (address === null || postalCode === null || !/^[\w-]{2,12}$/.test(postalCode)) return address
  const words = [...address.matchAll(/(?<!\w)\w/g)].map(({ index }) => index)
  const codeAt = words.find((index) => isCodeAt(address, index, postalCode))
  const street =
    codeAt === undefined ? address.trim() : address.slice(0, codeAt).replace(/[\s,;–-]{1,5}$/, '')
  return street === '' ? null : street
}

/** Whether the postal code starts here as a word; there may be single spaces inside. */
function isCodeAt(address: string, start: number, code: string): boolean {
  let at = start
  for (const sign of code) {
    if (at > start && address[at] === ' ') at += 1
    if (address[at] !== sign) return false
    at += 1
  }
  return !/\w/.test(address[at] ?? '')
}
