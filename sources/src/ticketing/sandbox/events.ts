// The events of the sandbox ticket shop, in the cities and by the companies of the sandbox: their details, when they
// take place in local time, and the status of event and tickets at that time.
import { makeStreet } from '../../sandbox/addresses.ts'
import { findById, type IdRange, listIndexes, toId } from '../../sandbox/catalogue.ts'
import { companyCount, getCompany } from '../../sandbox/companies.ts'
import { findLocalHour } from '../../sandbox/dates.ts'
import {
  type CountryCode,
  countries,
  listFrenchPlaces,
  listPlaces,
  makePostalCode,
  type Place,
} from '../../sandbox/places.ts'
import { makeParagraph, makeSentence } from '../../sandbox/prose.ts'
import { createRandom, once, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { splitList } from '../../sandbox/words.ts'

export type SiteEvent = ReturnType<typeof makeEvent>

const ids: IdRange = { count: 4000, first: 1_000_000_000_017, step: 7919 }

/** The suffix of a site is the code of its country, but for these. */
const oddSuffixes: Partial<Record<CountryCode, string>> = { GB: 'co.uk', US: 'com', MX: 'com.mx' }

/** One line each: category|kinds of events in French|the same in English|subcategories. */
const taxonomy = `Music|Nuit, Concert, Festival|Night, Concert, Festival|Jazz, Rock, Electro, Classical, Folk
Business & Professional|Forum, Atelier, Rencontre|Summit, Workshop, Meetup|Startups, Finance, Marketing, Careers
Food & Drink|Dégustation, Marché, Dîner|Tasting, Market, Supper|Wine, Cheese, Coffee, Street Food
Health & Wellness|Cours, Retraite, Matinée|Class, Retreat, Morning|Yoga, Running, Meditation
Film & Media|Projection, Ciné-club, Festival|Screening, Film Club, Festival|Documentary, Gaming, Animation
Science & Technology|Conférence, Hackathon, Atelier|Conference, Hackathon, Workshop|Robotics, Data, Climate, Biotech`
  .split('\n')
  .map((line) => {
    const [category = '', fr = '', en = '', subcategories = ''] = line.split('|')
    return { category, fr: splitList(fr), en: splitList(en), subcategories: splitList(subcategories) }
  })

export const categories: readonly string[] = taxonomy.map(({ category }) => category)

/** What a search needs of every event; whole events are made when they are shown. */
export const listEventEntries = once(() =>
  listIndexes(ids)().map((index) => {
    const { category, place, venue, startsInDays, startHour, durationMinutes, ...event } = makeEvent(index)
    const { isListed, isCanceled, soldOut } = event
    const schedule = { startsInDays, startHour, durationMinutes, isCanceled, soldOut }
    return { index, category, place, isListed, isOnline: venue === null, ...schedule }
  }),
)

export type EventEntry = ReturnType<typeof listEventEntries>[number]

export const findEvent = (id: string): SiteEvent | undefined => findById(ids, id, makeEvent)

export function makeEvent(index: number) {
  const random = createRandom('ticketing event', index)
  const place = random.chance(0.35) ? random.pick(listFrenchPlaces()) : random.pick(listPlaces())
  const language: 'fr' | 'en' = countries[place.countryCode].language === 'fr' ? 'fr' : 'en'
  const { category, subcategories, ...kinds } = random.pick(taxonomy)
  const format = random.int(0, kinds.en.length - 1)
  const topic = random.pick(subcategories)
  const name = makeName(language, kinds[language][format] ?? '', topic, place, random)
  const id = String(toId(ids, index))
  const event = {
    index,
    id,
    slug: slugify(name),
    name,
    summary: random.chance(0.06) ? null : makeSentence(random, language),
    paragraphs: random.chance(0.05)
      ? []
      : Array.from({ length: random.int(1, 3) }, () => makeParagraph(random, language, 6)),
    suffix: oddSuffixes[place.countryCode] ?? place.countryCode.toLowerCase(),
    language,
    category,
    subcategory: random.chance(0.1) ? null : topic,
    format: kinds.en[format] ?? '',
    place,
    venue: random.chance(0.12) ? null : makeVenue(place, random),
    organizer: makeOrganizer(random),
    startsInDays: random.int(-20, 200),
    startHour: random.int(7, 20),
    durationMinutes: random.pick([60, 90, 120, 180, 240, 360, 480, 1980, 2880]),
    price: random.chance(0.3) ? 0 : random.int(5, 180),
    isSeries: random.chance(0.1),
    isListed: !random.chance(0.03),
    isCanceled: random.chance(0.04),
    soldOut: random.chance(0.12),
    imageCount: random.chance(0.05) ? 0 : random.int(1, 6),
    tags: random.sample(
      [category, topic, place.city, language === 'fr' ? 'Sortir' : 'Things to do', 'Weekend'],
      random.int(0, 4),
    ),
  }
  return { ...event, startHour: fitHour(event) }
}

function makeName(language: 'fr' | 'en', kind: string, topic: string, place: Place, random: Random): string {
  if (language === 'fr')
    return random.pick([
      `${kind} ${topic} à ${place.city}`,
      `${topic} : ${kind.toLowerCase()} d’hiver`,
      `${kind} « ${topic} & amis »`,
    ])
  return random.pick([
    `${place.city} ${topic} ${kind}`,
    `${topic} ${kind} "Open Doors"`,
    `The Big ${topic} ${kind}`,
  ])
}

function makeVenue(place: Place, random: Random) {
  const street = makeStreet(place, random)
  const postalCode = makePostalCode(place, random)
  const last = ['US', 'CA'].includes(place.countryCode)
    ? `${place.city}, ${place.regionCode} ${postalCode}`
    : place.countryCode === 'GB' || place.countryCode === 'IE'
      ? `${place.city} ${postalCode}`
      : `${postalCode} ${place.city}`
  const name = `${random.pick(['Hall', 'Théâtre', 'Forum', 'Atelier', 'Club', 'Pavillon'])} ${random.pick(['Mirabeau', 'Saint-Roch', 'Delta', 'Carmine', 'Belvédère', 'Nord'])}`
  const floor = random.chance(0.2) ? ['#2'] : []
  return { id: String(random.int(1e7, 9e8)), name, street, postalCode, lines: [street, ...floor, last] }
}

function makeOrganizer(random: Random) {
  const company = getCompany(random.int(0, companyCount - 1))
  return {
    id: String(9_000_000_000 + company.index * 13),
    name: random.chance(0.04) ? null : company.name,
    slug: company.slug,
    verified: company.index % 5 === 0,
    events: 1 + ((company.index * 7) % 140),
    attendees: (company.index * 311) % 90_000,
  }
}

export const toOrigin = (suffix: string) => `https://${suffix}.ticketing.example`
export const toUrl = (event: SiteEvent) => `${toOrigin(event.suffix)}/e/${event.slug}-${event.id}`
export const toImageUrl = (event: SiteEvent, n: number, size = '') =>
  `https://img.ticketing.example/${event.id}/${n}.jpg${size}`
export const listImages = (event: SiteEvent) => Array.from({ length: event.imageCount }, (_, i) => i + 1)
export const findCurrency = (event: SiteEvent) => countries[event.place.countryCode].currency

/** The language of the event's texts, in its country. */
export const toLocale = ({ language, place }: SiteEvent) => `${language}_${place.countryCode}`

type Scheduled = {
  place: Place
  startsInDays: number
  startHour: number
  durationMinutes: number
  isCanceled: boolean
  soldOut: boolean
}

/**
 * Start and end relative to the request: events always have the same local hour, and their dates follow the calendar.
 */
export function findTimes(event: Scheduled, now: Date): { start: Date; end: Date } {
  const start = findLocalHour(now, event.place.timezone, event.startsInDays, event.startHour)
  return { start, end: new Date(start.getTime() + event.durationMinutes * 60_000) }
}

export function findStatus(event: Scheduled, now: Date): 'live' | 'started' | 'completed' | 'canceled' {
  if (event.isCanceled) return 'canceled'
  const { start, end } = findTimes(event, now)
  return end <= now ? 'completed' : start <= now ? 'started' : 'live'
}

const ended: Readonly<Record<string, string>> = { canceled: 'unavailable', completed: 'sales_ended' }

export const findSalesStatus = (event: Scheduled, now: Date) =>
  ended[findStatus(event, now)] ?? (event.soldOut ? 'sold_out' : 'on_sale')

/** First and last hour at which events of a kind begin, by the clock of their place. */
const typicalHours: Record<string, readonly [number, number]> = {
  Music: [18, 21],
  'Film & Media': [17, 21],
  'Food & Drink': [11, 20],
  'Health & Wellness': [7, 18],
  'Business & Professional': [8, 18],
  'Science & Technology': [8, 18],
}
const dayLongMinutes = 480
const lastHour = 23

/** Adjusts the drawn hour (7 to 20): events of a whole day begin in the morning, and only music may end after 23. */
function fitHour({ category, startHour, durationMinutes }: Scheduled & { category: string }): number {
  const [first, typical] = durationMinutes >= dayLongMinutes ? [8, 10] : (typicalHours[category] ?? [9, 18])
  const inTime = lastHour - Math.ceil(durationMinutes / 60)
  const last =
    category === 'Music' || durationMinutes >= dayLongMinutes
      ? typical
      : Math.max(first, Math.min(typical, inTime))
  return first + ((startHour - 7) % (last - first + 1))
}
