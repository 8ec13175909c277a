// The search of the sandbox marketplace. Every matching ad is on exactly one page.
import { createSearch } from '../../sandbox/search.ts'
import { removeAccents } from '../../sandbox/slugify.ts'
import { type AdEntry, adEntries, findValue, isInGallery, makeAd, type SiteAd, toIndexDate } from './ads.ts'

/** The request body. It comes from a caller, so any member may be missing. */
export type SiteSearch = {
  filters?: {
    category?: { id?: string }
    enums?: Record<string, string[]>
    keywords?: { text?: string }
    location?: { locations?: SitePlace[] }
    ranges?: Record<string, { min?: number; max?: number }>
  }
  owner_type?: string
  limit?: number
  limit_alu?: number
  sort_by?: string
  sort_order?: string
  offset?: number
  extend?: boolean
  listing_source?: string
}

type SitePlace = {
  locationType?: string
  city?: string
  zipcode?: string
  department_id?: string
  region_id?: string
  area?: { lat?: number; lng?: number; default_radius?: number; radius?: number }
}

const index = createSearch(adEntries, {
  toDocument: ({ index }: AdEntry) => makeAd(index),
  fields: {
    subject: (ad: SiteAd) => ad.subject,
    body: (ad) => ad.body,
    category: (ad) => ad.category.name,
    city: (ad) => ad.place.city,
    owner: (ad) => (ad.owner.isPro ? ad.owner.name : null),
  },
  boost: { subject: 4 },
})

export function findAds(search: SiteSearch, now: Date) {
  const { owner_type = 'all', limit = 35, offset = 0 } = search
  const items = listMatches(search, now)
  const owned = items.filter((ad) => owner_type === 'all' || ad.isPro === (owner_type === 'pro'))
  const promoted = choosePromoted(owned, search)
  const listed = [...new Set([...promoted, ...owned])]
  return {
    page: listed.slice(offset, offset + limit).map((ad) => makeAd(ad.index)),
    promoted: promoted.map((ad) => makeAd(ad.index)),
    total: owned.length,
    totalAll: items.length,
    totalPro: items.filter((ad) => ad.isPro).length,
    totalShippable: owned.filter((ad) => findValue(ad, 'shippable') === 'true').length,
  }
}

const isByRelevance = ({ sort_by = 'relevance' }: SiteSearch) => !['time', 'price'].includes(sort_by)

/** A search that a visitor typed, or a further page of it; not a saved search, for example. */
const isDirect = ({ listing_source = 'direct-search' }: SiteSearch) =>
  ['direct-search', 'pagination'].includes(listing_source)

/** The promoted ads that come first: at most `limit_alu`, only when sorting by relevance. */
function choosePromoted(ads: readonly AdEntry[], search: SiteSearch): AdEntry[] {
  const { limit_alu: most = 3 } = search
  return isDirect(search) && isByRelevance(search) ? ads.filter(isInGallery).slice(0, most) : []
}

/** A search of a place with fewer matches is widened. */
const fewMatches = 10

/** The matches in order; few matches in a place are followed by those in the rest of its region. */
function listMatches(search: SiteSearch, now: Date): AdEntry[] {
  const { filters = {}, extend = true } = search
  const find = (filter: (ad: AdEntry) => boolean) =>
    index.query(filters.keywords?.text ?? '', { filter, sort: chooseOrder(search, now) }).items
  const { location, ...elsewhere } = filters
  const places = location?.locations ?? []
  const isInPlace = (ad: AdEntry) => places.length === 0 || places.some((place) => isAt(ad, place))
  const exact = find((ad) => matches(ad, elsewhere) && isInPlace(ad))
  if (!extend || !isDirect(search) || places.length === 0 || exact.length >= fewMatches) return exact
  const here = adEntries().filter(isInPlace)
  const regions = new Set(here.map(({ regionId }) => regionId))
  const wider = find((ad) => matches(ad, elsewhere) && regions.has(ad.regionId))
  return isByRelevance(search) ? [...new Set([...exact, ...wider])] : wider
}

function chooseOrder(search: SiteSearch, now: Date) {
  if (isByRelevance(search)) return undefined
  const sign = search.sort_order === 'asc' ? 1 : -1
  // Ads without a price come last in both directions.
  const rank = (ad: AdEntry) =>
    search.sort_by === 'time' ? toIndexDate(ad, now).getTime() : (ad.price ?? sign * Number.MAX_SAFE_INTEGER)
  return (a: AdEntry, b: AdEntry) => sign * (rank(a) - rank(b))
}

type Filters = NonNullable<SiteSearch['filters']>

function matches(ad: AdEntry, { category, enums = {}, ranges = {} }: Omit<Filters, 'location'>): boolean {
  if (category?.id !== undefined && category.id !== ad.category.id && category.id !== ad.category.parentId)
    return false
  const isInRange = (value: number, { min = value, max = value }: { min?: number; max?: number }) =>
    value >= min && value <= max
  return (
    Object.entries(enums).every(([key, values]) =>
      values.includes(key === 'ad_type' ? ad.type : (findValue(ad, key) ?? '')),
    ) &&
    Object.entries(ranges).every(([key, range]) =>
      // An ad without a price or value is in no range.
      isInRange(Number((key === 'price' ? ad.price : findValue(ad, key)) ?? Number.NaN), range),
    )
  )
}

const toPlainText = (text: string) => removeAccents(text.toLowerCase()).replace(/[^a-z0-9]+/g, ' ')

function isAt(ad: AdEntry, place: SitePlace): boolean {
  const inRegion = place.region_id === undefined || place.region_id === ad.regionId
  const inDepartment =
    inRegion && (place.department_id === undefined || place.department_id === ad.place.departmentCode)
  if (place.locationType === 'region') return inRegion
  if (place.locationType === 'department') return inDepartment
  // The caller's own radius reaches beyond the city; the default one is used without a city name.
  const { area } = place
  if (area?.radius) return isNear(ad, area, area.radius)
  if (place.city !== undefined)
    return (
      inDepartment &&
      toPlainText(place.city) === toPlainText(ad.place.city) &&
      (place.zipcode === undefined || place.zipcode === ad.zipcode)
    )
  if (area?.default_radius) return isNear(ad, area, area.default_radius)
  return inDepartment && (place.zipcode === undefined || place.zipcode === ad.zipcode)
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** By the great-circle distance on a sphere. */
function isNear(ad: AdEntry, { lat = 0, lng = 0 }: { lat?: number; lng?: number }, metres: number): boolean {
  const dLat = radians(ad.lat - lat)
  const dLng = radians(ad.lng - lng)
  const chord =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(lat)) * Math.cos(radians(ad.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * 6_371_000 * Math.asin(Math.sqrt(chord)) <= metres
}
