// The search of the pretend marketplace: filters narrow, owner types part, sorting sorts, and every ad that
// matches is on exactly one page.
import { searchable } from '../../../sandbox/world/search.ts'
import { withoutAccents } from '../../../sandbox/world/slugify.ts'
import { type AdEntry, adEntries, indexedAt, makeAd, type SiteAd, valueIn } from './ads.ts'

/** What the site's search understands of a request; a stranger's JSON, so everything may be missing. */
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
}

type SitePlace = {
  locationType?: string
  city?: string
  zipcode?: string
  department_id?: string
  region_id?: string
  area?: { lat?: number; lng?: number; default_radius?: number; radius?: number }
}

export type Found = {
  /** The ads of the page. */
  page: readonly SiteAd[]
  total: number
  totalAll: number
  totalPro: number
  totalShippable: number
}

const index = searchable(adEntries, {
  documentOf: ({ index }: AdEntry) => makeAd(index),
  fields: {
    subject: (ad: SiteAd) => ad.subject,
    body: (ad) => ad.body,
    category: (ad) => ad.category.name,
    city: (ad) => ad.place.city,
    owner: (ad) => (ad.owner.isPro ? ad.owner.name : null),
  },
  boost: { subject: 4 },
})

export function findAds(search: SiteSearch, now: Date): Found {
  const { filters = {}, owner_type = 'all', limit = 35, offset = 0 } = search
  const { items } = index.query(filters.keywords?.text ?? '', {
    filter: (ad) => matches(ad, filters),
    ...sortOf(search, now),
  })
  const owned = items.filter((ad) => owner_type === 'all' || ad.isPro === (owner_type === 'pro'))
  return {
    page: owned.slice(offset, offset + limit).map((ad) => makeAd(ad.index)),
    total: owned.length,
    totalAll: items.length,
    totalPro: items.filter((ad) => ad.isPro).length,
    totalShippable: owned.filter((ad) => valueIn(ad, 'shippable') === 'true').length,
  }
}

function sortOf({ sort_by = 'relevance', sort_order = 'desc' }: SiteSearch, now: Date) {
  const sign = sort_order === 'asc' ? 1 : -1
  const time = (ad: AdEntry) => indexedAt(ad, now).getTime()
  if (sort_by === 'time') return { sort: (a: AdEntry, b: AdEntry) => sign * (time(a) - time(b)) }
  if (sort_by !== 'price') return {}
  // What has no price comes last, whichever way prices run.
  const rank = (ad: AdEntry) => ad.price ?? sign * Number.MAX_SAFE_INTEGER
  return { sort: (a: AdEntry, b: AdEntry) => sign * (rank(a) - rank(b)) }
}

function matches(ad: AdEntry, filters: NonNullable<SiteSearch['filters']>): boolean {
  const { category, enums = {}, ranges = {}, location } = filters
  if (category?.id !== undefined && category.id !== ad.category.id && category.id !== ad.category.parentId)
    return false
  for (const [key, values] of Object.entries(enums))
    if (!values.includes(key === 'ad_type' ? ad.type : (valueIn(ad, key) ?? ''))) return false
  for (const [key, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }] of Object.entries(
    ranges,
  )) {
    const text = valueIn(ad, key)
    const value = key === 'price' ? ad.price : text === undefined ? null : Number(text)
    if (value === null || !(value >= min && value <= max)) return false
  }
  const places = location?.locations ?? []
  return places.length === 0 || places.some((place) => isAt(ad, place))
}

const folded = (text: string) => withoutAccents(text.toLowerCase()).replace(/[^a-z0-9]+/g, ' ')

function isAt(ad: AdEntry, place: SitePlace): boolean {
  const inRegion = place.region_id === undefined || place.region_id === ad.regionId
  const inDepartment =
    inRegion && (place.department_id === undefined || place.department_id === ad.place.departmentCode)
  if (place.locationType === 'region') return inRegion
  if (place.locationType === 'department') return inDepartment
  // A radius of the caller's own reaches beyond the city; the default one only stands in for its name.
  const { area } = place
  if (area?.radius) return isNear(ad, area, area.radius)
  if (place.city !== undefined)
    return (
      inDepartment &&
      folded(place.city) === folded(ad.place.city) &&
      (place.zipcode === undefined || place.zipcode === ad.zipcode)
    )
  if (area?.default_radius) return isNear(ad, area, area.default_radius)
  return inDepartment && (place.zipcode === undefined || place.zipcode === ad.zipcode)
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance on a sphere is close enough for a circle on a map. */
function isNear(ad: AdEntry, { lat = 0, lng = 0 }: { lat?: number; lng?: number }, metres: number): boolean {
  const dLat = radians(ad.lat - lat)
  const dLng = radians(ad.lng - lng)
  const chord =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(lat)) * Math.cos(radians(ad.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * 6_371_000 * Math.asin(Math.sqrt(chord)) <= metres
}
