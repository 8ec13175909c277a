// What the pretend ticket shop's pages share: the addresses of events and their pictures, and how a country is written.
import { countries } from '../../sandbox/places.ts'
import type { SiteEvent } from './events.ts'

export const root = (suffix: string) => `https://${suffix}.ticketing.example`
export const urlOf = (event: SiteEvent) => `${root(event.suffix)}/e/${event.slug}-${event.id}`
export const imageOf = (event: SiteEvent, n: number, size = '') =>
  `https://img.ticketing.example/${event.id}/${n}.jpg${size}`
export const currencyOf = (event: SiteEvent) => countries[event.place.countryCode].currency

/** The language of the event's texts, in its country. */
export const localeOf = ({ language, place }: SiteEvent) => `${language}_${place.countryCode}`

export const images = (event: SiteEvent) => Array.from({ length: event.imageCount }, (_, i) => i + 1)
