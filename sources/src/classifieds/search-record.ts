// The record of a search: a page of classified ads. Field names are the site's own.
import {
  anything,
  boolean,
  integer,
  list,
  namedObject,
  nullable,
  number,
  object,
  optional,
  type Static,
  text,
} from '@quarry/kit/schema'
import type { Filters } from './filters.ts'

const uri = { format: 'uri' }
const maybeText = (example: string, description?: string) => nullable(text(example, description))
const flag = nullable(boolean(false))

const attribute = namedObject('ClassifiedsAttribute', {
  key: text('square'),
  value: maybeText('62', "The site's code."),
  values: list(text('62')),
  key_label: optional(text('Surface habitable', 'The key in words; on generic attributes only.')),
  value_label: maybeText('62 m²', 'The value in words.'),
  generic: nullable(boolean(true, 'Generic attributes have a `key_label`.')),
})

const image = 'https://img.classifieds.example/2400000013/1.jpg'
const images = namedObject('ClassifiedsImages', {
  thumb_url: nullable(text(`${image}?rule=ad-thumb`, uri)),
  small_url: nullable(text(`${image}?rule=ad-small`, uri)),
  nb_images: nullable(integer(3)),
  urls: list(text(`${image}?rule=ad-image`, uri)),
  urls_thumb: list(text(`${image}?rule=ad-thumb`, uri)),
  urls_large: list(text(`${image}?rule=ad-large`, uri)),
})

const location = namedObject('ClassifiedsLocation', {
  country_id: maybeText('FR'),
  region_id: maybeText('18'),
  region_name: maybeText('Pays de la Loire'),
  department_id: maybeText('44'),
  department_name: maybeText('Loire-Atlantique'),
  city_label: maybeText('Nantes 44000', 'City and postal code in one text.'),
  city: maybeText('Nantes'),
  zipcode: maybeText('44000'),
  lat: nullable(number(47.2184, 'Degrees north.')),
  lng: nullable(number(-1.5536, 'Degrees east.')),
  source: maybeText('city', "What was located, in the site's words."),
  provider: maybeText('here', "Who located it, in the site's words."),
  is_shape: nullable(boolean(true, 'Whether the site draws the place as an area.')),
  feature: nullable(
    object(
      {
        type: maybeText('Feature'),
        geometry: object({
          type: maybeText('Point'),
          coordinates: list(number(-1.5536), 'Longitude, latitude.'),
        }),
        properties: anything({ examples: [null], description: "The site's own, or null." }),
      },
      'The place as GeoJSON; null where the ad has no place.',
    ),
  ),
})

const options = namedObject(
  'ClassifiedsOptions',
  {
    has_option: nullable(boolean(false, 'Whether the ad has any of them.')),
    booster: flag,
    photosup: flag,
    urgent: flag,
    gallery: flag,
    sub_toplist: flag,
  },
  'The paid options of the ad, each as the site names it.',
)

const owner = namedObject('ClassifiedsOwner', {
  store_id: maybeText('11513064', "The owner's shop on the site; null without one."),
  user_id: maybeText('3f2b8f9e-63a5-4a6b-9a0e-6f4a51c0d6aa'),
  type: maybeText('pro', '`pro` or `private`.'),
  name: maybeText('Agence du Port'),
  activity_sector: maybeText('2', "The site's code of a professional's trade."),
  no_salesmen: nullable(boolean(false, 'Whether the owner wants no calls by salespeople.')),
})

const localTime = 'Local time of the site, without offset.'

export const ad = namedObject('ClassifiedsAd', {
  list_id: integer(2_400_000_013, 'The id of the ad.'),
  subject: text('Appartement 3 pièces 62 m²', 'The title.'),
  url: nullable(text('https://www.classifieds.example/ad/ventes_immobilieres/2400000013', uri)),
  body: maybeText('Une maison simple et claire.', 'The text of the ad; may be empty.'),
  ad_type: maybeText('offer', "The site's word: `offer`, or `demand` for wanted ads."),
  status: maybeText('active'),
  category_id: maybeText('9'),
  category_name: maybeText('Ventes immobilières'),
  first_publication_date: maybeText('2026-11-02 09:15:00', localTime),
  index_date: maybeText('2026-11-14 18:40:12', localTime),
  price: list(number(249_000), 'In euros; empty without a price.'),
  price_cents: nullable(integer(24_900_000)),
  price_calendar: anything({
    examples: [null],
    description: "Prices by season, in the site's form; null for most ads.",
  }),
  has_phone: nullable(boolean(true, 'Whether the owner can be called.')),
  attributes: list(attribute),
  images,
  location,
  options,
  owner,
})

const count = (example: number, description: string) => nullable(integer(example, description))

export const counts = object({
  total: count(231, 'Matches of the search, over all pages.'),
  total_all: count(231, 'Matches by owners of either type.'),
  total_pro: count(188, 'Matches by professionals.'),
  total_private: count(43, 'Matches by private people.'),
  total_active: count(231, 'Matches that are online; null where the site does not count them.'),
  total_inactive: count(0, 'Matches that are no longer online; null where the site does not count them.'),
  total_shippable: count(12, 'Matches that can be sent; null where the site does not count them.'),
  max_pages: count(7, 'How many pages of this size the site shows.'),
})

export const record = object({ ...counts.properties, ads: list(ad) })

export type SearchRecord = Static<typeof record>
export type Counts = Static<typeof counts>
export type AdRecord = Static<typeof ad>
export type AdAttribute = Static<typeof attribute>

/** The body of the site's own search request: the filters and all other parameters of the endpoint. */
export type SearchQuery = { filters: Filters; limit: number; offset: number; [parameter: string]: unknown }
