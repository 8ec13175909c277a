// One classified ad as callers get it, with the names that the site itself has.
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

const uri = { format: 'uri' }

const attribute = object(
  {
    key: text('square'),
    value: nullable(text('62', { description: 'As the site codes it.' })),
    values: list(text('62')),
    key_label: optional(
      text('Surface habitable', { description: 'The key in words; on generic attributes only.' }),
    ),
    value_label: nullable(text('62 m²', { description: 'The value in words.' })),
    generic: nullable(boolean(true, { description: 'Generic attributes have a `key_label`.' })),
  },
  named('ClassifiedsAttribute'),
)

const image = 'https://img.classifieds.example/2400000013/1.jpg'
const images = object(
  {
    thumb_url: nullable(text(`${image}?rule=ad-thumb`, uri)),
    small_url: nullable(text(`${image}?rule=ad-small`, uri)),
    nb_images: nullable(integer(3)),
    urls: list(text(`${image}?rule=ad-image`, uri)),
    urls_thumb: list(text(`${image}?rule=ad-thumb`, uri)),
    urls_large: list(text(`${image}?rule=ad-large`, uri)),
  },
  named('ClassifiedsImages'),
)

const location = object(
  {
    country_id: nullable(text('FR')),
    region_id: nullable(text('18')),
    region_name: nullable(text('Pays de la Loire')),
    department_id: nullable(text('44')),
    department_name: nullable(text('Loire-Atlantique')),
    city_label: nullable(text('Nantes 44000', { description: 'City and postal code in one text.' })),
    city: nullable(text('Nantes')),
    zipcode: nullable(text('44000')),
    lat: nullable(number(47.2184, { description: 'Degrees north.' })),
    lng: nullable(number(-1.5536, { description: 'Degrees east.' })),
    source: nullable(text('city', { description: 'What was located, as the site names it.' })),
    provider: nullable(text('here', { description: 'Who located it, as the site names it.' })),
    is_shape: nullable(boolean(true, { description: 'Whether the site draws the place as an area.' })),
    feature: nullable(
      object(
        {
          type: nullable(text('Feature')),
          geometry: object({
            type: nullable(text('Point')),
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
    booster: nullable(boolean(false)),
    photosup: nullable(boolean(false)),
    urgent: nullable(boolean(false)),
    gallery: nullable(boolean(false)),
    sub_toplist: nullable(boolean(false)),
  },
  { ...named('ClassifiedsOptions'), description: 'The paid options of the ad, each as the site names it.' },
)

const owner = object(
  {
    store_id: nullable(text('11513064', { description: "The owner's shop on the site; null without one." })),
    user_id: nullable(text('3f2b8f9e-63a5-4a6b-9a0e-6f4a51c0d6aa')),
    type: nullable(text('pro', { description: '`pro` or `private`.' })),
    name: nullable(text('Agence du Port')),
    activity_sector: nullable(text('2', { description: "The site's code of a professional's trade." })),
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
    url: nullable(text('https://www.classifieds.example/ad/ventes_immobilieres/2400000013', uri)),
    body: nullable(
      text('Une maison simple et claire.', { description: 'The text of the ad; may be empty.' }),
    ),
    ad_type: nullable(
      text('offer', { description: "The site's word: `offer`, or `demand` for what is wanted." }),
    ),
    status: nullable(text('active')),
    category_id: nullable(text('9')),
    category_name: nullable(text('Ventes immobilières')),
    first_publication_date: nullable(text('2026-11-02 09:15:00', localTime)),
    index_date: nullable(text('2026-11-14 18:40:12', localTime)),
    price: list(number(249_000), { description: 'In euros; empty where the ad names none.' }),
    price_cents: nullable(integer(24_900_000)),
    price_calendar: anything({
      examples: [null],
      description: 'Prices by season, in a form of the site; null for most ads.',
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

export type AdRecord = Static<typeof ad>
export type AdAttribute = Static<typeof attribute>
