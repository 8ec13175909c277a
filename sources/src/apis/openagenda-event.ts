// One row of OpenAgenda's data set as an event. Several of its columns are JSON in a text; one that is no longer what it
// was makes the row unreadable, so that nothing is told that the row does not say.
import { systemClock } from '@quarry/kit/clock'
import { isUrl } from '@quarry/kit/is-url'
import type { Page } from '@quarry/kit/outcome'
import { plainText } from '@quarry/kit/read/clean-text'
import { type DateTime, fromRfc822, toDateTime } from '@quarry/kit/read/dates'
import { buildForm, type Form, hasForm } from '@quarry/kit/read/has-form'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asArray, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import type { EventPlace } from './event-place.ts'

export type AgendaEvent = {
  uid: string
  url: string | null
  title: string
  summary: string | null
  /** HTML. */
  description: string | null
  image: string | null
  fullImage: string | null
  keywords: string[]
  status: string | null
  attendance: string | null
  isOnline: boolean | null
  isSeries: boolean | null
  start: AgendaTime | null
  end: AgendaTime | null
  place: EventPlace | null
  agendaId: string | null
  agendaTitle: string | null
  /** Where one registers or buys. */
  registration: string | null
}

/** Some rows tell a moment in UTC alone: what the clock of the place says is then not known. */
export type AgendaTime = { local: string | null; utc: string | null }

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
const waysForm: Form = [buildForm('text', ['type', 'value'])]
const stateForm: Form = { id: 'scalar', label: buildForm('text', ['en', 'fr']) }

/** The event; null for a row without a name or a number, or with a column of another type than it had. */
export function readAgendaEvent(row: JsonObject, page: Page): AgendaEvent | null {
  const [uid, title] = [asText(row.uid), asText(row.title_fr)]
  const packed = {
    timings: unpackColumn(row.timings, (held) => hasForm(held, timingsForm)),
    registration: unpackColumn(row.registration, (held) => hasForm(held, waysForm)),
    mode: unpackColumn(row.attendancemode, isState),
    status: unpackColumn(row.status, isState),
  }
  const isOfForm = hasForm(row, rowForm) && isWritten(row.keywords_fr)
  if (uid === null || title === null || !isOfForm || Object.values(packed).includes(undefined)) return null
  const timings = readTimings(packed.timings, row)
  const timing = findNext(timings, fromRfc822(page.headers?.date) ?? systemClock())
  const mode = toInteger(at(packed.mode, 'id'))
  return {
    uid,
    url: readUrl(row.canonicalurl),
    title,
    summary: plainText(asText(row.description_fr) ?? ''),
    description: asText(row.longdescription_fr),
    image: readUrl(row.image),
    fullImage: readUrl(row.originalimage),
    keywords: readKeywords(row.keywords_fr),
    status: readLabel(packed.status),
    attendance: readLabel(packed.mode),
    isOnline: mode === null ? null : mode === 2,
    isSeries: timings.length === 0 ? null : timings.length > 1,
    start: timing?.begin ?? null,
    end: timing?.end ?? null,
    place: readPlace(row),
    agendaId: asText(row.originagenda_uid),
    agendaTitle: asText(row.originagenda_title),
    registration: findLink(packed.registration),
  }
}

const isMissing = (value: unknown): boolean => value === null || value === undefined

/** Whatever it is called, a state has a number. */
const isState = (value: unknown): boolean => hasForm(value, stateForm) && !isMissing(asObject(value)?.id)

/** Keywords come as a list, or in one text. */
const isWritten = (value: unknown): boolean => typeof value === 'string' || hasForm(value, ['scalar'])

/** What a column holds, written as JSON or plainly; undefined where it is of another form. */
function unpackColumn(value: unknown, isOfForm: (value: unknown) => boolean): unknown {
  if (isMissing(value) || value === '') return null
  const held = typeof value === 'string' ? parseJson(value) : value
  return isOfForm(held) ? held : undefined
}

type Timing = { begin: AgendaTime; end: AgendaTime | null }

/** In the order of time. A row without a list still names its first. */
function readTimings(list: unknown, row: JsonObject): Timing[] {
  const timings = asObjects(list).flatMap((timing): Timing[] => {
    const begin = toDateTime(timing.begin)
    return begin ? [{ begin, end: toDateTime(timing.end) }] : []
  })
  if (timings.length > 0) return timings.sort((one, other) => toMoment(one.begin) - toMoment(other.begin))
  const [begin, end] = [toDateTime(row.firstdate_begin), toDateTime(row.firstdate_end)]
  return begin ? [{ begin: inUtc(begin), end: end && inUtc(end) }] : []
}

const inUtc = ({ utc }: DateTime): AgendaTime => ({ local: null, utc })

const toMoment = ({ local, utc }: AgendaTime): number => Date.parse(utc ?? `${local}Z`)

/** The first that is not over, or the last. */
const findNext = (timings: readonly Timing[], now: Date): Timing | undefined =>
  timings.find(({ begin, end }) => toMoment(end ?? begin) > now.getTime()) ?? timings.at(-1)

function readUrl(value: unknown): string | null {
  const address = asText(value)
  return address !== null && /^https?:\/\//i.test(address) && isUrl(address) ? address : null
}

/** Labels come in many languages, and some only in French. */
const readLabel = (state: unknown): string | null =>
  asText(at(state, 'label', 'en')) ?? asText(at(state, 'label', 'fr'))

const readKeywords = (value: unknown): string[] =>
  asTexts(typeof value === 'string' ? value.split(/[;,]/) : asArray(value))

/** Other ways to register are telephone numbers and mail addresses, which may be a person's. */
const findLink = (ways: unknown): string | null =>
  asObjects(ways)
    .filter(({ type }) => type === 'link')
    .map(({ value }) => readUrl(value))
    .find((link) => link !== null) ?? null

function readPlace(row: JsonObject): EventPlace | null {
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

/** An address is written on one line, with the postal code and the town behind the street. */
function readStreet(address: string | null, postalCode: string | null): string | null {
  if (address === null || postalCode === null || !/^[\w-]{2,12}$/.test(postalCode)) return address
  const words = [...address.matchAll(/(?<!\w)\w/g)].map(({ index }) => index)
  const at = words.find((index) => isWrittenAt(address, index, postalCode))
  const street = at === undefined ? address.trim() : address.slice(0, at).replace(/[\s,;–-]{1,5}$/, '')
  return street === '' ? null : street
}

/** Whether the code stands here as a word of its own, in one piece or with single spaces in it. */
function isWrittenAt(address: string, start: number, code: string): boolean {
  let at = start
  for (const sign of code) {
    if (at > start && address[at] === ' ') at += 1
    if (address[at] !== sign) return false
    at += 1
  }
  return !/\w/.test(address[at] ?? '')
}
