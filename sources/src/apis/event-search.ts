// Searches for events in words and a place, and their addresses on the sites of the event APIs.
import { toInteger } from '@quarry/kit/read/numbers'

export type EventSearch = {
  words: string
  /** ISO 3166, upper case. */
  country: string
  city: string | null
  /** Counted from 1. */
  page: number
}

/** What a site calls the parameters for country and town; words are `q` and the page is `page` everywhere. */
type PlaceNames = { country: string; city: string }

export const buildEventParams = ({ words, country, city, page }: EventSearch, names: PlaceNames) =>
  new URLSearchParams({
    q: words,
    [names.country]: country,
    ...(city === null ? {} : { [names.city]: city }),
    ...(page > 1 ? { page: String(page) } : {}),
  })

/** The search of such parameters; null if there are others, or no valid page. */
export function parseEventParams(params: URLSearchParams, names: PlaceNames, defaultCountry: string) {
  const accepted = new Set(['q', names.country, names.city, 'page'])
  const page = toInteger(params.get('page') ?? '1')
  if ([...params.keys()].some((name) => !accepted.has(name)) || page === null || page < 1) return null
  return {
    words: params.get('q') ?? '',
    country: (params.get(names.country) || defaultCountry).toUpperCase(),
    city: params.get(names.city) || null,
    page,
  }
}
