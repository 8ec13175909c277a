// Reads one classified ad. The site already has the specification's names, so reading is choosing the fields and holding
// each to its type.
import { toDateTime } from '@quarry/kit/read/dates'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asBoolean, asList, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import type { AdAttribute, AdRecord } from './ad-record.ts'

/** The ad, or null where it lacks what tells it from others. Its address ends with its id. */
export function readAd(item: JsonObject): AdRecord | null {
  const [subject, url] = [asText(item.subject), asText(item.url)]
  const id = toInteger(item.list_id) ?? toInteger(/\/(\d{1,15})(?:\.htm)?\/?$/.exec(url ?? '')?.[1])
  if (id === null || subject === null) return null
  const { options, owner } = item
  return {
    list_id: id,
    subject,
    url,
    body: typeof item.body === 'string' ? item.body : null,
    ad_type: asText(item.ad_type),
    status: asText(item.status),
    category_id: asText(item.category_id),
    category_name: asText(item.category_name),
    first_publication_date: dateTime(item.first_publication_date),
    index_date: dateTime(item.index_date),
    price: numbers(item.price),
    price_cents: toInteger(item.price_cents),
    price_calendar: item.price_calendar ?? null,
    has_phone: asBoolean(item.has_phone),
    attributes: asObjects(item.attributes)
      .map(readAttribute)
      .filter((read) => read !== null),
    images: readImages(asObject(item.images)),
    location: readLocation(asObject(item.location)),
    options: {
      has_option: asBoolean(at(options, 'has_option')),
      booster: asBoolean(at(options, 'booster')),
      photosup: asBoolean(at(options, 'photosup')),
      urgent: asBoolean(at(options, 'urgent')),
      gallery: asBoolean(at(options, 'gallery')),
      sub_toplist: asBoolean(at(options, 'sub_toplist')),
    },
    owner: {
      store_id: asText(at(owner, 'store_id')),
      user_id: asText(at(owner, 'user_id')),
      type: asText(at(owner, 'type')),
      name: asText(at(owner, 'name')),
      activity_sector: asText(at(owner, 'activity_sector')),
      no_salesmen: asBoolean(at(owner, 'no_salesmen')),
    },
  }
}

const dateTime = (value: unknown): string | null => toDateTime(value)?.local.replace('T', ' ') ?? null

const numbers = (value: unknown): number[] =>
  asList(value)
    .map(toNumber)
    .filter((price) => price !== null)

function readAttribute(item: JsonObject): AdAttribute | null {
  const key = asText(item.key)
  if (key === null) return null
  const label = asText(item.key_label)
  const generic = asBoolean(item.generic)
  return {
    key,
    value: asText(item.value),
    values: asTexts(item.values),
    ...(generic && label !== null ? { key_label: label } : {}),
    value_label: asText(item.value_label),
    generic,
  }
}

const readImages = (item: JsonObject | null): AdRecord['images'] => ({
  thumb_url: asText(item?.thumb_url),
  small_url: asText(item?.small_url),
  nb_images: toInteger(item?.nb_images),
  urls: asTexts(item?.urls),
  urls_thumb: asTexts(item?.urls_thumb),
  urls_large: asTexts(item?.urls_large),
})

const readLocation = (item: JsonObject | null): AdRecord['location'] => ({
  country_id: asText(item?.country_id),
  region_id: asText(item?.region_id),
  region_name: asText(item?.region_name),
  department_id: asText(item?.department_id),
  department_name: asText(item?.department_name),
  city_label: asText(item?.city_label),
  city: asText(item?.city),
  zipcode: asText(item?.zipcode),
  lat: toNumber(item?.lat),
  lng: toNumber(item?.lng),
  source: asText(item?.source),
  provider: asText(item?.provider),
  is_shape: asBoolean(item?.is_shape),
  feature: readFeature(item?.feature),
})

/** The place as GeoJSON, or null where it has neither coordinates nor properties. */
function readFeature(feature: unknown): AdRecord['location']['feature'] {
  const coordinates = numbers(at(feature, 'geometry', 'coordinates'))
  const properties = at(feature, 'properties') ?? null
  if (coordinates.length === 0 && properties === null) return null
  return {
    type: asText(at(feature, 'type')),
    geometry: { type: asText(at(feature, 'geometry', 'type')), coordinates },
    properties,
  }
}
