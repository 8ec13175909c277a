// Countries and cities of the sandbox. They are real, so that addresses, coordinates, time zones and postal codes
// agree.
import { cities } from './cities.ts'
import { once } from './once.ts'
import type { Random } from './random.ts'
import { slugify } from './slugify.ts'

export type CountryCode = keyof typeof cities

export type Country = {
  code: CountryCode
  name: string
  language: string
  currency: string
  callingCode: string
}

export type Place = {
  index: number
  city: string
  slug: string
  region: string
  /** The state or province where addresses carry one (`CA`), else null. */
  regionCode: string | null
  /** The French department (`69`), else null. */
  departmentCode: string | null
  departmentName: string | null
  /** `#` is a digit, `@` a letter. */
  postalPattern: string
  country: string
  countryCode: CountryCode
  lat: number
  lng: number
  timezone: string
}

export const countries: Readonly<Record<CountryCode, Country>> = {
  FR: { code: 'FR', name: 'France', language: 'fr', currency: 'EUR', callingCode: '33' },
  ES: { code: 'ES', name: 'Spain', language: 'es', currency: 'EUR', callingCode: '34' },
  GB: { code: 'GB', name: 'United Kingdom', language: 'en', currency: 'GBP', callingCode: '44' },
  DE: { code: 'DE', name: 'Germany', language: 'de', currency: 'EUR', callingCode: '49' },
  US: { code: 'US', name: 'United States', language: 'en', currency: 'USD', callingCode: '1' },
  MX: { code: 'MX', name: 'Mexico', language: 'es', currency: 'MXN', callingCode: '52' },
  IT: { code: 'IT', name: 'Italy', language: 'it', currency: 'EUR', callingCode: '39' },
  BE: { code: 'BE', name: 'Belgium', language: 'fr', currency: 'EUR', callingCode: '32' },
  NL: { code: 'NL', name: 'Netherlands', language: 'nl', currency: 'EUR', callingCode: '31' },
  CA: { code: 'CA', name: 'Canada', language: 'en', currency: 'CAD', callingCode: '1' },
  CH: { code: 'CH', name: 'Switzerland', language: 'de', currency: 'CHF', callingCode: '41' },
  PT: { code: 'PT', name: 'Portugal', language: 'pt', currency: 'EUR', callingCode: '351' },
  IE: { code: 'IE', name: 'Ireland', language: 'en', currency: 'EUR', callingCode: '353' },
}

const zones: Partial<Record<CountryCode, string>> = {
  FR: 'Europe/Paris',
  ES: 'Europe/Madrid',
  GB: 'Europe/London',
  DE: 'Europe/Berlin',
  MX: 'America/Mexico_City',
  IT: 'Europe/Rome',
  BE: 'Europe/Brussels',
  NL: 'Europe/Amsterdam',
  CH: 'Europe/Zurich',
  PT: 'Europe/Lisbon',
  IE: 'Europe/Dublin',
}

/** All cities, in a fixed order: index is position. */
export const listPlaces = once((): readonly Place[] =>
  Object.values(countries)
    .flatMap((country) => cities[country.code].split('\n').map((line) => ({ country, line })))
    .map(({ country, line }, index) => readPlace(line, country, index)),
)

function readPlace(line: string, country: Country, index: number): Place {
  const [city = '', region = '', code = '', department = '', postal = '', lat = '', lng = '', zone] =
    line.split('|')
  return {
    index,
    city,
    slug: slugify(city),
    region,
    regionCode: country.code === 'FR' || code === '' ? null : code,
    departmentCode: country.code === 'FR' ? code : null,
    departmentName: country.code === 'FR' ? department : null,
    postalPattern: postal,
    country: country.name,
    countryCode: country.code,
    lat: Number(lat),
    lng: Number(lng),
    timezone: zone ?? zones[country.code] ?? 'UTC',
  }
}

export const listPlacesIn = (...codes: readonly CountryCode[]): readonly Place[] =>
  listPlaces().filter((place) => codes.includes(place.countryCode))

/** A postal code that fits the pattern of the city. */
export function makePostalCode(place: Place, random: Random): string {
  // Only here would the pattern allow codes that do not exist: Paris has districts 1 to 20.
  if (place.city === 'Paris') return `750${String(random.int(1, 20)).padStart(2, '0')}`
  return place.postalPattern
    .replace(/#/g, () => String(random.int(0, 9)))
    .replace(/@/g, () => random.pick([...'ABDEFGHJLNPRSTUWXYZ']))
}
