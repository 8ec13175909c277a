// What a listing offers: its price, home and place. The schema of these fields, and how all forms of a page spell them.
import { toDateTime } from '@quarry/kit/read/dates'
import { toInteger } from '@quarry/kit/read/numbers'
import { toPrice } from '@quarry/kit/read/prices'
import { readFields } from '@quarry/kit/read/read-fields'
import { asText } from '@quarry/kit/read/values'
import { integer, list, namedObject, nullable, number, object, type Static, text } from '@quarry/kit/schema'

const maybeText = (example: string, description?: string) => nullable(text(example, description))
const maybeNumber = (example: number, description: string) => nullable(number(example, description))
const moment = (example: string, what: string) =>
  nullable(text(example, { format: 'date-time', description: `When the listing was ${what}, in UTC.` }))

export const listingFacts = {
  price: namedObject('RealestateFrPrice', {
    amount: maybeNumber(780, 'The price, or the rent for a month.'),
    currency: maybeText('EUR', 'ISO 4217.'),
    per_m2: maybeNumber(14.2, 'As the page states it, never computed.'),
    charges: maybeNumber(60, 'Charges for a month.'),
    previous_amount: maybeNumber(820, 'The price before it was last changed.'),
  }),
  description: maybeText('Lumineux trois pièces au calme.', 'Lines end with a line feed.'),
  property_type: maybeText('apartment', '`apartment`, `house` or the word of the site, in lower case.'),
  transaction: maybeText('rent', '`sale` or `rent`.'),
  living_area: maybeNumber(55, 'In square metres.'),
  land_area: maybeNumber(420, 'In square metres.'),
  rooms: nullable(integer(3)),
  bedrooms: nullable(integer(2)),
  floor: nullable(integer(2, '0 is the ground floor.')),
  energy_class: maybeText('D', 'The letter of the energy certificate.'),
  emission_class: maybeText('B', 'The letter of the certificate of greenhouse gases.'),
  address: namedObject('RealestateFrAddress', {
    street: maybeText('8 rue Pasteur'),
    district: maybeText('Centre'),
    city: maybeText('Le Mans'),
    postal_code: maybeText('72000'),
    country: maybeText('FR', 'ISO 3166, two letters, where the page names a country.'),
    latitude: maybeNumber(48.0061, 'In degrees; null where the page shows an area instead of a point.'),
    longitude: maybeNumber(0.1996, 'In degrees.'),
  }),
  features: list(text('Balcon'), 'In the words of the page.'),
  published_at: moment('2026-03-05T14:49:48Z', 'published'),
  updated_at: moment('2026-06-09T08:53:30Z', 'last changed'),
}

const facts = object(listingFacts)
export type ListingFacts = Static<typeof facts>

export const emptyFacts: ListingFacts = readFields(facts, null)

const apartment = /^(?:appart|apart|flat|studio|duplex|loft)/i
const house = /^(?:maison|house|villa|single)/i

function toPropertyType(value: unknown): string | null {
  const word = asText(value)
  if (word === null) return null
  return apartment.test(word) ? 'apartment' : house.test(word) ? 'house' : word.toLowerCase()
}

/** From a word or the portal's number for it: 1 is a rental, 2 a sale. */
function toTransaction(value: unknown): 'sale' | 'rent' | null {
  const word = asText(value) ?? ''
  if (/^(?:achat|vente|buy|sale|sell)|^2$/i.test(word)) return 'sale'
  return /^(?:loc|rent|let|lease)|^1$/i.test(word) ? 'rent' : null
}

/** The addresses of the portal name the transaction: /annonces/achat/…, /annonces/locations/… */
export const findTransaction = (url: string): 'sale' | 'rent' | null =>
  toTransaction(/\/(achat|vente|location)s?\//i.exec(url)?.[1])

/** The amount and currency at the start of a text: "850 € par mois", "4 535 €/m²". */
export function parseAmount(value: unknown): { amount: number; currency: string | null } | null {
  const shown = asText(value)?.replace(/[\u00a0\u202f\u2009]/g, ' ') ?? ''
  const start = /^(?:[^\d€]{0,20}?)(\d[\d ., ]{0,20}€|€ ?\d[\d ., ]{0,20})/.exec(shown)?.[1]
  return start === undefined ? toPrice(value) : toPrice(start.trim())
}

/** A number with a decimal comma or point and an optional unit: "62,5", "62,5 m²". */
export const parseMeasure = (value: unknown): number | null =>
  typeof value === 'number'
    ? value
    : (toPrice(/^[\d\s.,]{1,20}/.exec(asText(value) ?? '')?.[0]?.trim())?.amount ?? null)

/** "3", "3e étage", "Rez-de-chaussée". */
export function parseFloor(value: unknown): number | null {
  const shown = asText(value) ?? ''
  if (/^(?:rdc|rez)/i.test(shown)) return 0
  const digits = /^-?\d{1,3}(?!\d)/.exec(shown)?.[0]
  return digits === undefined ? null : Number(digits)
}

/** A letter from A to G, with the plus that some countries add. */
const toClass = (value: unknown): string | null =>
  /^[A-I]\+{0,2}$/.exec(asText(value)?.toUpperCase() ?? '')?.[0] ?? null

const toMoment = (value: unknown): string | null => toDateTime(asText(value))?.utc ?? null

const toLines = (value: unknown): string | null => asText(value)?.replace(/\r\n?/g, '\n') ?? null

const twoLetters: Readonly<Record<string, string>> = {
  ...{ FRA: 'FR', BEL: 'BE', CHE: 'CH', LUX: 'LU', MCO: 'MC', DEU: 'DE', ESP: 'ES', ITA: 'IT', PRT: 'PT' },
}

export const toCountry = (value: unknown): string | null => {
  const code = asText(value)
  return code === null ? null : (twoLetters[code] ?? code)
}

const spellings = {
  description: toLines,
  property_type: toPropertyType,
  transaction: toTransaction,
  living_area: parseMeasure,
  land_area: parseMeasure,
  rooms: toInteger,
  bedrooms: toInteger,
  floor: parseFloor,
  energy_class: toClass,
  emission_class: toClass,
  published_at: toMoment,
  updated_at: toMoment,
}

type OtherFacts = Pick<ListingFacts, 'price' | 'address'> & { features: readonly unknown[] }

/** The facts by the values that a page may have for a field: the first that can be read counts. */
export function buildFacts(
  candidates: { [K in keyof typeof spellings]?: readonly unknown[] },
  { features, ...others }: OtherFacts,
): ListingFacts {
  const fields = Object.entries(spellings).map(([name, read]) => {
    const values = candidates[name as keyof typeof spellings]?.map((value) => read(value)) ?? []
    return [name, values.find((value) => value !== null) ?? null]
  })
  // Features without repeats, in the order of the page.
  const distinct = [...new Set(features.map(asText).filter((feature) => feature !== null))]
  return { ...emptyFacts, ...Object.fromEntries(fields), ...others, features: distinct }
}
