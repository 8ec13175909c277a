// The JSON response of the sandbox marketplace's search. Some ads lack a field, as real ones do.
import { addMinutes, formatLocalTime } from '../../sandbox/dates.ts'
import { isInGallery, type SiteAd, toIndexDate } from './ads.ts'
import type { SiteAttribute } from './goods.ts'
import { findAds, type SiteSearch } from './search.ts'

export const siteRoot = 'https://www.classifieds.example'
const maxPages = 100

export const toAdUrl = (ad: SiteAd) => `${siteRoot}/ad/${ad.category.slug}/${ad.id}`

const toParisTime = (date: Date): string => formatLocalTime(date, 'Europe/Paris').replace('T', ' ')

/** How long the site reviews an ad before listing it. */
const reviewMinutes = 4

export function buildSearchResponse(search: SiteSearch, now: Date): Record<string, unknown> {
  const { page, promoted, total, totalAll, totalPro, totalShippable } = findAds(search, now)
  const { limit = 35, filters = {} } = search
  // Detailed counts exist only for searches with filters.
  const isWholeMarket = Object.keys(filters).length === 0
  return {
    total,
    total_all: totalAll,
    total_pro: totalPro,
    total_private: totalAll - totalPro,
    ...(isWholeMarket ? {} : { total_active: total, total_inactive: 0, total_shippable: totalShippable }),
    max_pages: Math.min(maxPages, Math.ceil(total / limit)),
    ads: page.length > 0 ? page.map((ad) => buildAd(ad, now)) : undefined,
    ads_alu: promoted.map((ad) => ({ ...buildAd(ad, now), is_promoted: true })),
    ads_widget: { total: 2, ads: page.slice(0, 2).map((ad) => ({ list_id: ad.id, subject: ad.subject })) },
  }
}

function buildAd(ad: SiteAd, now: Date): Record<string, unknown> {
  const { category, owner } = ad
  const indexed = toIndexDate(ad, now)
  const options = {
    booster: ad.isBoosted,
    photosup: ad.imageCount > 5,
    urgent: ad.isUrgent,
    gallery: isInGallery(ad),
    sub_toplist: ad.index % 23 === 0,
  }
  const record = {
    list_id: ad.id,
    first_publication_date: toParisTime(addMinutes(indexed, -reviewMinutes)),
    index_date: toParisTime(indexed),
    status: 'active',
    category_id: category.id,
    category_name: category.name,
    subject: ad.subject,
    body: ad.body,
    ad_type: ad.type,
    url: toAdUrl(ad),
    ...(ad.price !== null && {
      price: [ad.price],
      price_cents: ad.price * 100,
      price_calendar: buildPriceCalendar(ad, ad.price),
    }),
    images: imageUrls(ad),
    attributes: [
      ...(owner.sector === null ? [] : [{ key: 'activity_sector', value: owner.sector }]),
      ...ad.attributes,
    ].map(buildAttribute),
    location: buildLocation(ad),
    owner: buildOwner(ad),
    options: { has_option: Object.values(options).includes(true), ...options },
    has_phone: ad.hasPhone,
  }
  return ad.index % 13 === 4
    ? dropPath(record, droppablePaths[Math.floor(ad.index / 13) % droppablePaths.length])
    : record
}

const buildLocation = (ad: SiteAd) => ({
  country_id: 'FR',
  region_id: ad.regionId,
  region_name: ad.place.region,
  department_id: ad.place.departmentCode,
  department_name: ad.place.departmentName,
  city_label: `${ad.place.city} ${ad.zipcode}`,
  city: ad.place.city,
  zipcode: ad.zipcode,
  lat: ad.lat,
  lng: ad.lng,
  source: 'city',
  provider: 'here',
  is_shape: ad.index % 4 !== 0,
  feature: {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [ad.lng, ad.lat] },
    properties: ad.index % 6 === 0 ? { label: ad.place.city } : null,
  },
})

const buildOwner = ({ owner, index }: SiteAd) => ({
  store_id: owner.storeId ?? undefined,
  user_id: owner.userId,
  type: owner.isPro ? 'pro' : 'private',
  name: owner.name,
  siren: owner.siren ?? undefined,
  no_salesmen: owner.isPro && index % 3 === 0,
  activity_sector: owner.sector ?? undefined,
})

/** Some rentals cost more in summer. */
const buildPriceCalendar = ({ category, index }: SiteAd, price: number) =>
  category.id === '10' && index % 4 === 0
    ? [
        { from: '09-01', to: '06-30', price },
        { from: '07-01', to: '08-31', price: Math.round(price * 1.3) },
      ]
    : undefined

const buildAttribute = ({ key, value, label, valueLabel = value }: SiteAttribute) => ({
  key,
  value,
  values: [value],
  key_label: label,
  value_label: valueLabel,
  generic: label !== undefined,
})

function imageUrls(ad: SiteAd): Record<string, unknown> {
  if (ad.imageCount === 0) return { nb_images: 0 }
  const urls = (rule: string) =>
    Array.from(
      { length: ad.imageCount },
      (_, i) => `https://img.classifieds.example/${ad.id}/${i + 1}.jpg?rule=ad-${rule}`,
    )
  return {
    thumb_url: urls('thumb')[0],
    small_url: urls('small')[0],
    nb_images: ad.imageCount,
    urls: urls('image'),
    urls_thumb: urls('thumb'),
    urls_large: urls('large'),
  }
}

/** One ad in thirteen lacks one of these fields, each in turn. */
const droppablePaths: readonly (readonly string[])[] = [
  'body ad_type status category_id category_name first_publication_date index_date price_cents has_phone',
  'images images.nb_images attributes location location.feature location.lat location.lng location.region_id',
  'location.region_name location.department_id location.department_name location.city_label location.city',
  'location.zipcode location.source location.provider location.is_shape location.country_id options',
  'options.booster options.urgent options.gallery owner owner.name owner.user_id owner.type owner.no_salesmen',
]
  .flatMap((line) => line.split(' '))
  .map((path) => path.split('.'))

function dropPath(record: Record<string, unknown>, path: readonly string[] = []): Record<string, unknown> {
  const [first = '', ...rest] = path
  const { [first]: inner, ...others } = record
  return rest.length === 0 ? others : { ...others, [first]: dropPath(inner as Record<string, unknown>, rest) }
}
