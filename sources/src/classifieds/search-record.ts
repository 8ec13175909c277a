// The record of a search: a page of classified ads. Field names are the site's own.
import {
  anything,
  boolean,
  integer,
  list,
  named,
  nullable,
  number,
  object,
  optional,
  type Static,
  text,
} from '@quarry/kit/schema'
import type { Filters } from './filters.ts'

const uri = { format: 'uri' }
const flag = nullable(boolean(false))
const maybeText = (example: string, options = {}) => nullable(text(example, options))

const attribute = object(
  {
    key: text('square'),
    value: maybeText('62', { description: "The site's code." }),
    values: list(text('62')),
    key_label: optional(
      text('Surface habitable', { description: 'The key in words; on generic attributes only.' }),
    ),
    value_label: maybeText('62 m²', { description: 'The value in words.' }),
    generic: nullable(boolean(true, { description: 'Generic attributes have a `key_label`.' })),
  },
  named('ClassifiedsAttribute'),
)

const image = 'https://img.classifieds.example/2400000013/1.jpg'
const images = object(
  {
    thumb_url: maybeText(`${image}?rule=ad-thumb`, uri),
    small_url: maybeText(`${image}?rule=ad-small`, uri),
    nb_images: nullable(integer(3)),
    urls: list(text(`${image}?rule=ad-image`, uri)),
    urls_thumb: list(text(`${image}?rule=ad-thumb`, uri)),
    urls_large: list(text(`${image}?rule=ad-large`, uri)),
  },
  named('ClassifiedsImages'),
)

const location = object(
  {
    country_id: maybeText('FR'),
    region_id: maybeText('18'),
    region_name: maybeText('Pays de la Loire'),
    department_id: maybeText('44'),
    department_name: maybeText('Loire-Atlantique'),
    city_label: maybeText('Nantes 44000', { description: 'City and postal code in one text.' }),
    city: maybeText('Nantes'),
    zipcode: maybeText('44000'),
    lat: nullable(number(47.2184, { description: 'Degrees north.' })),
    lng: nullable(number(-1.5536, { description: 'Degrees east.' })),
    source: maybeText('city', { description: "What was located, in the site's words." }),
    provider: maybeText('here', { description: "Who located it, in the site's words." }),
    is_shape: nullable(boolean(true, { description: 'Whether the site draws the place as an area.' })),
    feature: nullable(
      object(
        {
          type: maybeText('Feature'),
          geometry: object({
            type: maybeText('Point'),
            coordinates: list(number(-1.5536), { description: 'Longitude, latitude.' }),
          }),
          properties: anything({ examples: [null], description: "The site's own, or null." }),
        },
        { description: 'The place as GeoJSON; null where the ad has no place.' },
      ),
    ),
  },
  named('ClassifiedsLocation'),
)

const options = object(
  {
    has_option: nullable(boolean(false, { description: 'Whether the ad has any of them.' })),
    booster: flag,
    photosup: flag,
    urgent: flag,
    gallery: flag,
    sub_toplist: flag,
  },
  { ...named('ClassifiedsOptions'), description: 'The paid options of the ad, each as the site names it.' },
)

const owner = object(
  {
    store_id: maybeText('11513064', { description: "The owner's shop on the site; null without one." }),
    user_id: maybeText('3f2b8f9e-63a5-4a6b-9a0e-6f4a51c0d6aa'),
    type: maybeText('pro', { description: '`pro` or `private`.' }),
    name: maybeText('Agence du Port'),
    activity_sector: maybeText('2', { description: "The site's code of a professional's trade." }),
    no_salesmen: nullable(
      boolean(false, { description: 'Whether the owner wants no calls by salespeople.' }),
    ),
  },
  named('ClassifiedsOwner'),
)

const localTime = { description: 'Local time of the site, without offset.' }

export const ad = object(
  {
    list_id: integer(2_400_000_013, { description: 'The id of the ad.' }),
    subject: text('Appartement 3 pièces 62 m²', { description: 'The title.' }),
    url: maybeText('https://www.classifieds.example/ad/ventes_immobilieres/2400000013', uri),
    body: maybeText('Une maison simple et claire.', { description: 'The text of the ad; may be empty.' }),
    ad_type: maybeText('offer', { description: "The site's word: `offer`, or `demand` for wanted ads." }),
    status: maybeText('active'),
    category_id: maybeText('9'),
    category_name: maybeText('Ventes immobilières'),
    first_publication_date: maybeText('2026-11-02 09:15:00', localTime),
    index_date: maybeText('2026-11-14 18:40:12', localTime),
    price: list(number(249_000), { description: 'In euros; empty without a price.' }),
    price_cents: nullable(integer(24_900_000)),
    price_calendar: anything({
      examples: [null],
      description: "Prices by season, in the site's form; null for most ads.",
    }),
    has_phone: nullable(boolean(true, { description: 'Whether the owner can be called.' })),
    attributes: list(attribute),
    images,
    location,
    options,
    owner,
  },
  named('ClassifiedsAd'),
)

const count = (example: number, description: string) => nullable(integer(example, { description }))

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

/** The body of the site's own search request. */
export type SearchQuery = {
  filters: Filters
  owner_type: string
  limit: number
  limit_alu: number
  sort_by: string
  sort_order: string
  offset: number
  extend: boolean
  listing_source: string
}
