// The addresses of a ticket shop: its country suffixes and the forms of its event and search paths.
import { invalidParameter } from '@quarry/kit'
import { optional, textParam } from '@quarry/kit/schema'

/** Each suffix the site has, with the name its search addresses use for the whole country. */
const countries = {
  fr: 'france',
  com: 'united-states',
  'co.uk': 'united-kingdom',
  es: 'spain',
  'com.mx': 'mexico',
  de: 'germany',
  it: 'italy',
  be: 'belgium',
  nl: 'netherlands',
  ca: 'canada',
  ch: 'switzerland',
  at: 'austria',
  ie: 'ireland',
  pt: 'portugal',
  se: 'sweden',
  dk: 'denmark',
  fi: 'finland',
  'com.au': 'australia',
  'co.nz': 'new-zealand',
  'com.br': 'brazil',
  'com.ar': 'argentina',
  'com.pe': 'peru',
  cl: 'chile',
  co: 'colombia',
  sg: 'singapore',
  hk: 'hong-kong',
} as const

export type Domain = keyof typeof countries
export const domains = Object.keys(countries) as Domain[]
const defaultDomain: Domain = 'fr'

/** The parameter that `readDomain` reads. */
export const domainParam = (purpose: string) => {
  const description = `Country suffix for ${purpose}: ${domains.join(', ')}. Ignored for an address.`
  return optional(textParam(defaultDomain, { description, default: defaultDomain }))
}

/** The suffix in any letter case, or the default; refuses unknown ones. */
export function readDomain(text: string | undefined): Domain {
  if (text === undefined) return defaultDomain
  const suffix = text.toLowerCase()
  if (!Object.hasOwn(countries, suffix))
    throw invalidParameter('domain', `must be one of ${domains.join(', ')}`)
  return suffix as Domain
}

/** The name of the domain's country in search addresses; null for a suffix that the shop does not have. */
export const toCountryName = (domain: string | null): string | null =>
  domain !== null && Object.hasOwn(countries, domain) ? countries[domain as Domain] : null

/** The code of a country (ISO 3166) by its name in search addresses; null for one that has no shop. */
export function toCountryCode(country: string): string | null {
  const domain = domains.find((suffix) => countries[suffix] === country)
  return domain === undefined ? null : toCode(domain)
}

/** The shop of a country by its code. */
export const findDomain = (code: string): Domain | null =>
  domains.find((suffix) => toCode(suffix) === code) ?? null

/** A suffix ends in the code of its country, but for these. */
const oddCodes: Partial<Record<Domain, string>> = { com: 'US', 'co.uk': 'GB' }

const toCode = (domain: Domain): string => oddCodes[domain] ?? domain.slice(-2).toUpperCase()

export const toEventPath = (id: string): string => `/e/${id}`

/** Search addresses are `/d/<place>/<what>/`: a country, a `country--city` or `online`, then a word or category. */
export const toSearchPath = (place: string, what: string): string =>
  `/d/${place}/${encodeURIComponent(what)}/`

/** Replaces the keyword in a search for all events. */
export const allEvents = 'all-events'

export const isLocation = (slug: string): boolean =>
  /^[a-z]+(?:-[a-z]+)*--[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)

/** The id at the end of an event's address: `/e/<slug>-<id>`, or `/e/<id>`. */
export const readEventId = (pathname: string): string | null =>
  /^\/e\/(?:[^/]{0,400}-)?(\d{1,20})\/?$/.exec(pathname)?.[1] ?? null

/** City (`/d/place/events/`), category (`/b/place/music/`) and search (`/d/place/word/`) addresses. */
export const isSearchPath = (pathname: string): boolean =>
  /^\/(?:d|b)\/[\p{L}\p{N}%_-]{1,200}(?:\/[\p{L}\p{N}%_-]{1,400}){0,2}\/?$/u.test(pathname)

/** A keyword as the site writes it in an address: words joined by hyphens. Empty if it has no word. */
export const toKeywordSlug = (keyword: string): string =>
  keyword
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-')
