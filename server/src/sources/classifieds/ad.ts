// One classified ad: its schema and its reader. The site already has the specification's names, so
// reading is choosing the fields and holding each to its type.
import { toDateTime } from '../../extract/dates.ts'
import { toInteger, toNumber } from '../../extract/numbers.ts'
import type { JsonObject } from '../../extract/parse-json.ts'
import { asBoolean, asList, asObject, asObjects, asText, asTexts, at } from '../../extract/values.ts'
import {
  anything,
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  type Static,
  text,
} from '../../lib/schema.ts'

const attribute = object({
  key: text('square'),
  value: nullable(text('62')),
  values: list(text('62')),
  key_label: optional(text('Surface habitable', { description: 'Present on generic attributes only.' })),
  value_label: nullable(text('62 m²')),
  generic: nullable(boolean(true)),
})

const image = 'https://img.classifieds.example/2400000013/1.jpg'
const images = object({
  thumb_url: nullable(text(`${image}?rule=ad-thumb`)),
  small_url: nullable(text(`${image}?rule=ad-small`)),
  nb_images: nullable(integer(3)),
  urls: list(text(`${image}?rule=ad-image`)),
  urls_thumb: list(text(`${image}?rule=ad-thumb`)),
  urls_large: list(text(`${image}?rule=ad-large`)),
})

const location = object({
  country_id: nullable(text('FR')),
  region_id: nullable(text('18')),
  region_name: nullable(text('Pays de la Loire')),
  department_id: nullable(text('44')),
  department_name: nullable(text('Loire-Atlantique')),
  city_label: nullable(text('Nantes 44000')),
  city: nullable(text('Nantes')),
  zipcode: nullable(text('44000')),
  lat: nullable(number(47.2184)),
  lng: nullable(number(-1.5536)),
  source: nullable(text('city')),
  provider: nullable(text('here')),
  is_shape: nullable(boolean(true)),
  feature: object({
    type: nullable(text('Feature')),
    geometry: object({
      type: nullable(text('Point')),
      coordinates: list(number(-1.5536), { description: 'Longitude, latitude.' }),
    }),
    properties: anything({ examples: [null] }),
  }),
})

export const ad = object({
  list_id: integer(2_400_000_013),
  subject: text('Appartement 3 pièces 62 m²'),
  url: nullable(text('https://www.classifieds.example/ad/ventes_immobilieres/2400000013')),
  body: nullable(text('Une maison simple et claire.', { description: 'May be empty.' })),
  ad_type: nullable(text('offer')),
  status: nullable(text('active')),
  category_id: nullable(text('9')),
  category_name: nullable(text('Ventes immobilières')),
  first_publication_date: nullable(text('2026-11-02 09:15:00')),
  index_date: nullable(text('2026-11-14 18:40:12')),
  price: list(number(249_000)),
  price_cents: nullable(integer(24_900_000)),
  price_calendar: anything({ examples: [null] }),
  has_phone: nullable(boolean(true)),
  attributes: list(attribute),
  images,
  location,
  options: object({
    has_option: nullable(boolean(false)),
    booster: nullable(boolean(false)),
    photosup: nullable(boolean(false)),
    urgent: nullable(boolean(false)),
    gallery: nullable(boolean(false)),
    sub_toplist: nullable(boolean(false)),
  }),
  owner: object({
    store_id: nullable(text('11513064')),
    user_id: nullable(text('3f2b8f9e-63a5-4a6b-9a0e-6f4a51c0d6aa')),
    type: nullable(text('pro')),
    name: nullable(text('Agence du Port')),
    activity_sector: nullable(text('2')),
    no_salesmen: nullable(boolean(false)),
  }),
})

type AdRecord = Static<typeof ad>

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

function readAttribute(item: JsonObject): Static<typeof attribute> | null {
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
  feature: {
    type: asText(at(item, 'feature', 'type')),
    geometry: {
      type: asText(at(item, 'feature', 'geometry', 'type')),
      coordinates: numbers(at(item, 'feature', 'geometry', 'coordinates')),
    },
    properties: at(item, 'feature', 'properties') ?? null,
  },
})
