// The ads of the sandbox marketplace: some thousands all over France, by private people and by companies of the
// sandbox. An ad is made from its index when it is shown; only the fields that searches filter by stay in memory.
import { makeAddress } from '../../sandbox/addresses.ts'
import { findById, type IdRange, toId } from '../../sandbox/catalogue.ts'
import { listCompanies } from '../../sandbox/companies.ts'
import { findLastInCycle } from '../../sandbox/dates.ts'
import { namesByLanguage } from '../../sandbox/names.ts'
import { listFrenchPlaces, makePostalCode } from '../../sandbox/places.ts'
import { makeParagraph } from '../../sandbox/prose.ts'
import { createRandom, once, type Random } from '../../sandbox/random.ts'
import { type Category, categories, type SiteAttribute } from './goods.ts'

const ids: IdRange = { count: 3200, first: 2_400_000_013, step: 6007 }

export type SiteAd = ReturnType<typeof makeAd>

export type AdEntry = ReturnType<typeof makeEntry>

/** The fields that searches filter and sort by. */
function makeEntry(index: number) {
  const { category, type, price, place, regionId, zipcode, lat, lng, cycleMinute, ...ad } = makeAd(index)
  return {
    ...{ index, category, type, price, place, regionId, zipcode, lat, lng, cycleMinute },
    isPro: ad.owner.isPro,
    // A key, its value, the next key and so on: maps would take more memory than all the rest.
    values: ad.attributes.flatMap(({ key, value }) => [key, value]),
  }
}

export const adEntries = once((): readonly AdEntry[] =>
  Array.from({ length: ids.count }, (_, index) => makeEntry(index)),
)

export function findValue({ values }: AdEntry, key: string): string | undefined {
  for (let at = 0; at < values.length; at += 2) if (values[at] === key) return values[at + 1]
  return undefined
}

/** Whether the owner pays for a place at the top of the results. */
export const isInGallery = ({ index }: Pick<SiteAd, 'index'>): boolean => index % 19 === 0

export const findAd = (id: string): SiteAd | undefined => findById(ids, id, makeAd)

const cycleMinutes = 60 * 24 * 60

/** When the ad was listed. It keeps that date until it is listed again, sixty days later. */
export const toIndexDate = (ad: Pick<SiteAd, 'cycleMinute'>, now: Date): Date =>
  findLastInCycle(now, cycleMinutes, ad.cycleMinute)

const regions = once(() => [...new Set(listFrenchPlaces().map((place) => place.region))])
const frenchCompanies = once(() =>
  listCompanies().filter((company) => company.headquarters.countryCode === 'FR'),
)

export function makeAd(index: number) {
  const random = createRandom('classified ad', index)
  const category = random.weighted(categories.map((entry) => [entry, entry.weight] as const))
  const { subject, price, attributes } = category.make(random)
  const isDemand = random.chance(0.06)
  const isPro = !isDemand && random.int(1, 100) <= category.proShare
  const place = random.pick(listFrenchPlaces())
  const { lat, lng } = makeAddress(place, random)
  return {
    index,
    id: toId(ids, index),
    category,
    type: isDemand ? 'demand' : 'offer',
    attributes: [...attributes, ...siteAttributes(category, isPro, random)],
    subject: isDemand ? `Recherche ${subject.charAt(0).toLowerCase()}${subject.slice(1)}` : subject,
    body: random.chance(0.08) ? '' : makeParagraph(random, 'fr', random.int(1, 4)),
    /** Euros, or null for an ad without a price. */
    price: price === 0 || random.chance(0.04) ? null : price,
    place,
    regionId: String(regions().indexOf(place.region) + 1),
    zipcode: makePostalCode(place, random),
    lat,
    lng,
    owner: isPro ? proOwner(random) : privateOwner(random),
    /** Position in the cycle of sixty days; distinct, and neighbours in the list are not neighbours in time. */
    cycleMinute: ((index * 1931) % ids.count) * 27 + random.int(0, 26) + (index % 60) / 60,
    imageCount: isDemand || random.chance(0.07) ? 0 : random.int(1, 8),
    hasPhone: random.chance(0.6),
    isUrgent: random.chance(0.05),
    isBoosted: random.chance(0.08),
  }
}

/** Attributes for the site's own use, without a label. */
function siteAttributes(category: Category, isPro: boolean, random: Random): SiteAttribute[] {
  const isShippable = category.shippable && random.chance(0.7)
  return [
    ...(category.shippable ? [{ key: 'shippable', value: String(isShippable) }] : []),
    ...(isPro ? [{ key: 'is_import', value: 'true' }] : []),
  ]
}

function proOwner(random: Random) {
  const { index, name, uuid } = random.pick(frenchCompanies())
  return {
    isPro: true,
    name,
    userId: uuid,
    storeId: String(11_000_000 + index * 31),
    siren: String(300_000_000 + index * 1237),
    sector: String(1 + (index % 9)),
  }
}

const privateOwner = (random: Random) => ({
  isPro: false,
  name: random.pick(namesByLanguage.fr?.first ?? []),
  userId: random.uuid(),
  storeId: random.chance(0.5) ? String(random.int(20_000_000, 99_000_000)) : null,
  siren: null,
  sector: null,
})
