// Postal addresses and telephone numbers in the manner of each country, at real cities.
import { countries, makePostalCode, type Place } from './places.ts'
import type { Random } from './random.ts'
import { splitList } from './words.ts'

export type Address = ReturnType<typeof makeAddress>

const streets: Readonly<Record<string, readonly string[]>> = {
  fr: splitList(`rue de la République, rue des Tanneurs, avenue de la Gare, boulevard des Alliés,
    rue du Faubourg Saint-Martin, place du Marché, quai des Chartrons, rue Pasteur,
    allée des Tilleuls, chemin des Vignes, cours Gambetta, impasse du Moulin`),
  es: splitList(`Calle Mayor, Calle del Olmo, Avenida de la Constitución, Paseo de la Estación, Calle San Miguel,
    Calle Nueva, Avenida Hidalgo, Calle Reforma`),
  de: splitList(`Hauptstraße, Bahnhofstraße, Lindenallee, Gartenweg, Schillerstraße, Am Markt, Hafenstraße`),
  it: splitList(
    `Via Garibaldi, Corso Italia, Via dei Mille, Piazza del Duomo, Via Verdi, Viale della Stazione`,
  ),
  nl: splitList(`Kerkstraat, Stationsweg, Prinsengracht, Dorpsstraat, Julianalaan, Havenkade`),
  pt: splitList(`Rua da Liberdade, Avenida Central, Rua do Carmo, Rua das Flores`),
  en: splitList(`Market Street, Mill Road, Station Road, Harbour Lane, Oak Avenue, King Street, Church Street,
    Industrial Way, Maple Drive, Foundry Row, Commerce Boulevard, Prospect Street`),
}

/** The first line of an address: number and street, in the country's order. */
export function makeStreet(place: Place, random: Random): string {
  const language = countries[place.countryCode].language
  const street = random.pick(streets[language] ?? streets.en ?? [])
  const number = random.int(1, place.countryCode === 'US' ? 4200 : 180)
  if (language === 'fr') return `${number}${random.chance(0.06) ? ' bis' : ''} ${street}`
  if (language === 'en') return `${number} ${street}`
  if (language === 'de' || language === 'nl') return `${street} ${number}`
  return `${street}, ${number}`
}

/** An address in one line, as French sites write it. */
export const makeAddressLine = (place: Place, random: Random): string =>
  `${makeStreet(place, random)}, ${makePostalCode(place, random)} ${place.city}`

/** An address in that city, its coordinates within a few kilometres of the centre; a few lack a part. */
export const makeAddress = (place: Place, random: Random, complete = false) => ({
  line1: random.chance(0.06) && !complete ? null : makeStreet(place, random),
  city: place.city,
  region: place.region,
  postalCode: random.chance(0.03) && !complete ? null : makePostalCode(place, random),
  country: place.country,
  countryCode: place.countryCode,
  lat: shiftDegrees(place.lat, random),
  lng: shiftDegrees(place.lng, random),
})

const shiftDegrees = (degrees: number, random: Random): number =>
  Number((degrees + (random.float() - 0.5) * 0.08).toFixed(5))

/** A telephone number in the country's international form; the digits lead nowhere in particular. */
export function makePhone(place: Place, random: Random): string {
  const { callingCode } = countries[place.countryCode]
  const digits = (count: number) => Array.from({ length: count }, () => random.int(0, 9)).join('')
  if (callingCode === '1') return `+1 ${random.int(201, 989)}-555-01${digits(2)}`
  return `+${callingCode} ${random.int(1, 9)} ${digits(2)} ${digits(2)} ${digits(2)} ${digits(2)}`
}
