// Addresses, currency and locale of an event of the sandbox ticket shop.
import { countries } from '../../sandbox/places.ts'
import type { SiteEvent } from './events.ts'

export const toOrigin = (suffix: string) => `https://${suffix}.ticketing.example`
export const toUrl = (event: SiteEvent) => `${toOrigin(event.suffix)}/e/${event.slug}-${event.id}`
export const toImageUrl = (event: SiteEvent, n: number, size = '') =>
  `https://img.ticketing.example/${event.id}/${n}.jpg${size}`
export const findCurrency = (event: SiteEvent) => countries[event.place.countryCode].currency

/** The language of the event's texts, in its country. */
export const toLocale = ({ language, place }: SiteEvent) => `${language}_${place.countryCode}`

export const listImages = (event: SiteEvent) => Array.from({ length: event.imageCount }, (_, i) => i + 1)
