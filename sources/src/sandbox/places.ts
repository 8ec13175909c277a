// Countries and cities of the sandbox: real ones, so that addresses, time zones and postal codes agree.
import { cities } from './cities.ts'
import { once } from './once.ts'
import type { Random } from './random.ts'
import { slugify } from './slugify.ts'

export type CountryCode = keyof typeof cities

export type Place = ReturnType<typeof readPlace>

type Country = { name: string; language: string; currency: string; callingCode: string; zone?: string }

/** Without a time zone where the country has several, which its cities then state. */
export const countries: Readonly<Record<CountryCode, Country>> = {
  FR: { name: 'France', language: 'fr', currency: 'EUR', callingCode: '33', zone: 'Europe/Paris' },
  ES: { name: 'Spain', language: 'es', currency: 'EUR', callingCode: '34', zone: 'Europe/Madrid' },
  GB: { name: 'United Kingdom', language: 'en', currency: 'GBP', callingCode: '44', zone: 'Europe/London' },
  DE: { name: 'Germany', language: 'de', currency: 'EUR', callingCode: '49', zone: 'Europe/Berlin' },
  US: { name: 'United States', language: 'en', currency: 'USD', callingCode: '1' },
  MX: { name: 'Mexico', language: 'es', currency: 'MXN', callingCode: '52', zone: 'America/Mexico_City' },
  IT: { name: 'Italy', language: 'it', currency: 'EUR', callingCode: '39', zone: 'Europe/Rome' },
  BE: { name: 'Belgium', language: 'fr', currency: 'EUR', callingCode: '32', zone: 'Europe/Brussels' },
  NL: { name: 'Netherlands', language: 'nl', currency: 'EUR', callingCode: '31', zone: 'Europe/Amsterdam' },
  CA: { name: 'Canada', language: 'en', currency: 'CAD', callingCode: '1' },
  CH: { name: 'Switzerland', language: 'de', currency: 'CHF', callingCode: '41', zone: 'Europe/Zurich' },
  PT: { name: 'Portugal', language: 'pt', currency: 'EUR', callingCode: '351', zone: 'Europe/Lisbon' },
  IE: { name: 'Ireland', language: 'en', currency: 'EUR', callingCode: '353', zone: 'Europe/Dublin' },
}

/** All cities, in a fixed order: index is position. */
export const listPlaces = once((): readonly Place[] =>
  (Object.keys(countries) as CountryCode[])
    .flatMap((code) => cities[code].split('\n').map((line) => ({ code, line })))
    .map(({ code, line }, index) => readPlace(line, code, index)),
)

function readPlace(line: string, countryCode: CountryCode, index: number) {
  const [city = '', region = '', code = '', department = '', postal = '', lat = '', lng = '', cityZone] =
    line.split('|')
  const { name, zone = 'UTC' } = countries[countryCode]
  const isFrench = countryCode === 'FR'
  return {
    index,
    city,
    slug: slugify(city),
    region,
    /** The state or province where addresses carry one (`CA`), else null. */
    regionCode: isFrench || code === '' ? null : code,
    /** The French department (`69`), else null. */
    departmentCode: isFrench ? code : null,
    departmentName: isFrench ? department : null,
    /** `#` is a digit, `@` a letter. */
    postalPattern: postal,
    country: name,
    countryCode,
    lat: Number(lat),
    lng: Number(lng),
    timezone: cityZone ?? zone,
  }
}

export const listPlacesIn = (...codes: readonly CountryCode[]): readonly Place[] =>
  listPlaces().filter((place) => codes.includes(place.countryCode))

export const listFrenchPlaces = once(() => listPlacesIn('FR'))

/** A postal code that fits the pattern of the city. */
export function makePostalCode(place: Place, random: Random): string {
  // Only here would the pattern allow codes that do not exist: Paris has districts 1 to 20.
  if (place.city === 'Paris') return `750${String(random.int(1, 20)).padStart(2, '0')}`
  return place.postalPattern
    .replace(/#/g, () => String(random.int(0, 9)))
    .replace(/@/g, () => random.pick([...'ABDEFGHJLNPRSTUWXYZ']))
}
