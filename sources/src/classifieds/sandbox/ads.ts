// The pretend marketplace's ads: some thousands all over France, by private people and by the world's companies.
// Each is made from its index alone when it is shown; what a search looks at is kept of all of them.
import { makeAddress } from '../../sandbox/addresses.ts'
import { type Company, listCompanies } from '../../sandbox/companies.ts'
import { findLastInCycle } from '../../sandbox/dates.ts'
import { namesByLanguage } from '../../sandbox/names.ts'
import { once } from '../../sandbox/once.ts'
import { listPlacesIn, makePostalCode, type Place } from '../../sandbox/places.ts'
import { makeParagraph } from '../../sandbox/prose.ts'
import { createRandom, type Random } from '../../sandbox/random.ts'
import { type Category, categories } from './categories.ts'
import type { SiteAttribute } from './goods.ts'

export type SiteAd = {
  index: number
  id: number
  category: Category
  type: 'offer' | 'demand'
  subject: string
  body: string
  /** Euros, or null where the ad names none. */
  price: number | null
  attributes: readonly SiteAttribute[]
  place: Place
  regionId: string
  zipcode: string
  lat: number
  lng: number
  owner: {
    isPro: boolean
    name: string
    userId: string
    storeId: string | null
    siren: string | null
    sector: string | null
  }
  /** When it is put up again: so many minutes into each cycle of sixty days. */
  cycleMinute: number
  imageCount: number
  hasPhone: boolean
  isUrgent: boolean
  isBoosted: boolean
}

const adCount = 3200
const firstId = 2_400_000_013
const idStep = 6007

/** What a search looks at. */
export type AdEntry = Pick<
  SiteAd,
  'index' | 'category' | 'type' | 'price' | 'place' | 'regionId' | 'zipcode' | 'lat' | 'lng' | 'cycleMinute'
> & {
  isPro: boolean
  /** A key, its value, the next key and so on: maps would take more memory than all the rest. */
  values: readonly string[]
}

export const adEntries = once((): readonly AdEntry[] =>
  Array.from({ length: adCount }, (_, index) => entryOf(makeAd(index))),
)

const entryOf = (ad: SiteAd): AdEntry => ({
  index: ad.index,
  category: ad.category,
  type: ad.type,
  price: ad.price,
  place: ad.place,
  regionId: ad.regionId,
  zipcode: ad.zipcode,
  lat: ad.lat,
  lng: ad.lng,
  cycleMinute: ad.cycleMinute,
  isPro: ad.owner.isPro,
  values: ad.attributes.flatMap(({ key, value }) => [key, value]),
})

export function valueIn({ values }: AdEntry, key: string): string | undefined {
  for (let at = 0; at < values.length; at += 2) if (values[at] === key) return values[at + 1]
  return undefined
}

/** Whether its owner pays for a place at the head of the lists. */
export const isInGallery = ({ index }: Pick<SiteAd, 'index'>): boolean => index % 19 === 0

/** The ad with that id, or undefined. */
export function adById(id: number): SiteAd | undefined {
  const index = (id - firstId) / idStep
  return Number.isInteger(index) && index >= 0 && index < adCount ? makeAd(index) : undefined
}

const cycleMinutes = 60 * 24 * 60

/** When the ad came into the lists. It keeps that date until it is put up again, sixty days later. */
export const indexedAt = (ad: Pick<SiteAd, 'cycleMinute'>, now: Date): Date =>
  findLastInCycle(now, cycleMinutes, ad.cycleMinute)

const frenchPlaces = once(() => listPlacesIn('FR'))
const regions = once(() => [...new Set(frenchPlaces().map((place) => place.region))])
const frenchCompanies = once(() =>
  listCompanies().filter((company) => company.headquarters.countryCode === 'FR'),
)

export function makeAd(index: number): SiteAd {
  const random = createRandom('classified ad', index)
  const category = random.weighted(categories.map((entry) => [entry, entry.weight] as const))
  const { subject, price, attributes } = category.make(random)
  const isDemand = random.chance(0.06)
  const isPro = !isDemand && random.int(1, 100) <= category.proShare
  const place = random.pick(frenchPlaces())
  const { lat, lng } = makeAddress(place, random)
  const all = [...attributes, ...siteAttributes(category, isPro, random)]
  return {
    index,
    id: firstId + index * idStep,
    category,
    type: isDemand ? 'demand' : 'offer',
    subject: isDemand ? `Recherche ${subject.charAt(0).toLowerCase()}${subject.slice(1)}` : subject,
    body: random.chance(0.08) ? '' : makeParagraph(random, 'fr', random.int(1, 4)),
    price: price === 0 || random.chance(0.04) ? null : price,
    attributes: all,
    place,
    regionId: String(regions().indexOf(place.region) + 1),
    zipcode: makePostalCode(place, random),
    lat,
    lng,
    owner: isPro ? proOwner(random) : privateOwner(random),
    // Distinct and growing with chance alone, so that neighbours in the list are not neighbours in time.
    cycleMinute: ((index * 1931) % adCount) * 27 + random.int(0, 26) + (index % 60) / 60,
    imageCount: isDemand || random.chance(0.07) ? 0 : random.int(1, 8),
    hasPhone: random.chance(0.6),
    isUrgent: random.chance(0.05),
    isBoosted: random.chance(0.08),
  }
}

/** Attributes for the site's own use: they have no label. */
function siteAttributes(category: Category, isPro: boolean, random: Random): SiteAttribute[] {
  const shippable = category.shippable && random.chance(0.7)
  return [
    ...(category.shippable ? [{ key: 'shippable', value: String(shippable) }] : []),
    ...(isPro ? [{ key: 'is_import', value: 'true' }] : []),
  ]
}

function proOwner(random: Random): SiteAd['owner'] {
  const company: Company = random.pick(frenchCompanies())
  return {
    isPro: true,
    name: company.name,
    userId: company.uuid,
    storeId: String(11_000_000 + company.index * 31),
    siren: String(300_000_000 + company.index * 1237),
    sector: String(1 + (company.index % 9)),
  }
}

function privateOwner(random: Random): SiteAd['owner'] {
  return {
    isPro: false,
    name: random.pick(namesByLanguage.fr?.first ?? []),
    userId: random.uuid(),
    storeId: random.chance(0.5) ? String(random.int(20_000_000, 99_000_000)) : null,
    siren: null,
    sector: null,
  }
}
