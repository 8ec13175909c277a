// Records of the classified-ad search against a schema written from the specification (2.11).
import {
  closed,
  integer,
  many,
  matching,
  maybe,
  maybeBoolean,
  maybeInteger,
  maybeNumber,
  maybeText,
  maybeUrl,
  number,
  text,
  url,
} from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { classifieds } from './index.ts'

const urls = many(url)
const dateTime = maybe(matching('^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$'))

const attribute = {
  type: 'object',
  properties: {
    key: text,
    value: maybeText,
    values: many(text),
    key_label: text,
    value_label: maybeText,
    generic: maybeBoolean,
  },
  required: ['key', 'value', 'values', 'value_label', 'generic'],
  additionalProperties: false,
}

const ad = closed({
  ad_type: maybeText,
  attributes: many(attribute),
  body: { type: ['string', 'null'] },
  category_id: maybeText,
  category_name: maybeText,
  first_publication_date: dateTime,
  index_date: dateTime,
  has_phone: maybeBoolean,
  images: closed({
    thumb_url: maybeUrl,
    small_url: maybeUrl,
    nb_images: maybeInteger,
    urls,
    urls_thumb: urls,
    urls_large: urls,
  }),
  list_id: integer,
  location: closed({
    country_id: maybeText,
    region_id: maybeText,
    region_name: maybeText,
    department_id: maybeText,
    department_name: maybeText,
    city_label: maybeText,
    city: maybeText,
    zipcode: maybeText,
    source: maybeText,
    provider: maybeText,
    lat: maybeNumber,
    lng: maybeNumber,
    is_shape: maybeBoolean,
    feature: {
      anyOf: [
        { type: 'null' },
        closed({
          type: maybeText,
          geometry: closed({
            type: maybeText,
            coordinates: { type: 'array', items: number, minItems: 2, maxItems: 2 },
          }),
          // No sample shows a value other than null.
          properties: {},
        }),
      ],
    },
  }),
  options: closed({
    has_option: maybeBoolean,
    booster: maybeBoolean,
    photosup: maybeBoolean,
    urgent: maybeBoolean,
    gallery: maybeBoolean,
    sub_toplist: maybeBoolean,
  }),
  owner: closed({
    store_id: maybeText,
    user_id: maybeText,
    type: maybeText,
    name: maybeText,
    activity_sector: maybeText,
    no_salesmen: maybeBoolean,
  }),
  price: many(number),
  price_cents: maybeInteger,
  price_calendar: {},
  status: maybeText,
  subject: text,
  url,
})

const search = closed({
  total: maybeInteger,
  total_all: maybeInteger,
  total_pro: maybeInteger,
  total_private: maybeInteger,
  total_active: maybeInteger,
  total_inactive: maybeInteger,
  total_shippable: maybeInteger,
  max_pages: maybeInteger,
  ads: many(ad),
})

type Ad = {
  location: { feature: object | null }
  price: number[]
  price_cents: number | null
  attributes: { key_label?: string; generic: boolean }[]
}

test('200 pages of ads have every field with its type', async () => {
  const lookups = [
    ...Array.from({ length: 100 }, (_, i) => ({ limit: 30, offset: i * 30 })),
    ...['2', '9', '10', '19', '55'].flatMap((id) =>
      ['relevance', 'time', 'price'].flatMap((sort_by) =>
        ['asc', 'desc'].flatMap((sort_order) =>
          ['all', 'pro', 'private'].flatMap((owner_type) =>
            [0, 12].map((offset) => ({
              filters: { category: { id } },
              sort_by,
              sort_order,
              owner_type,
              offset,
              limit: 12,
            })),
          ),
        ),
      ),
    ),
  ]
  const records = await surveyRecords({
    source: classifieds,
    path: '/v2/classifieds/search_api',
    lookups,
    schema: search,
  })
  const ads = records.flatMap((record) => (record as { ads: Ad[] }).ads)
  for (const { price, price_cents } of ads)
    if (price_cents !== null) expect(price).toEqual([price_cents / 100])
  for (const { generic, key_label } of ads.flatMap((item) => item.attributes))
    expect(key_label !== undefined).toBe(generic)
  // Some ads of the sandbox have no place.
  expect(ads.some(({ location }) => location.feature === null)).toBe(true)
})

test('200 search pages have every field with its type', async () => {
  const pages = [
    ...Array.from({ length: 90 }, (_, n) => `/recherche?sort=time&page=${n + 1}`),
    ...['ventes_immobilieres', 'locations', 'voitures'].flatMap((slug) =>
      Array.from({ length: 8 }, (_, n) => `/c/${slug}/p-${n + 1}`),
    ),
    ...['2', '9', '10', '19', '55', '8', '1', '15', '17'].flatMap((id) =>
      ['relevance', 'time', 'price'].flatMap((sort) =>
        ['asc', 'desc'].flatMap((order) =>
          ['pro', 'private'].map(
            (owner) => `/recherche?category=${id}&sort=${sort}&order=${order}&owner_type=${owner}`,
          ),
        ),
      ),
    ),
  ]
  await surveyRecords({
    source: classifieds,
    path: '/v2/classifieds/search',
    lookups: pages.map((path) => ({ query: `https://www.classifieds.example${path}` })),
    schema: search,
  })
})
