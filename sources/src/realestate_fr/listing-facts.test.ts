// Price, home and place of a listing in each form of its page: exact values, and for each value on the page the one
// field that it changes.
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { realestateFr } from './index.ts'
import { emptyFacts, type ListingFacts, parseAmount, parseFloor, parseMeasure } from './listing-facts.ts'
import type { ListingRecord } from './listing-record.ts'
import { property } from './property.ts'

type Json = Record<string, unknown>

const url = 'https://www.realestate-fr.example/annonces/190000001.htm'
const { extract } = onSite(realestateFr, property)

const island = (data: unknown) =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script>`
/** How each form embeds its data. */
const forms = {
  old: (listingDetail: Json) =>
    island({ props: { pageProps: { listingData: { listing: { listingDetail }, agency: null } } } }),
  current: (classified: Json) =>
    `<script>window["__UFRN_LIFECYCLE_SERVERREQUEST__"]=JSON.parse(${JSON.stringify(JSON.stringify({ app_cldp: { data: { classified } } }))})</script>`,
  linked: (node: Json) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`,
}

function readFacts(form: keyof typeof forms, data: Json): ListingFacts {
  const page: Page = { url, status: 200, contentType: 'text/html', body: forms[form](data) }
  const outcome = extract(page, { path: '/annonces/190000001.htm', id: 190000001, wantsSource: false })
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  const { id, media, ...facts } = (outcome.record as ListingRecord).listing.listing_detail
  return facts
}

const oldDetail = {
  id: 190000001,
  transactionType: 'location',
  propertyType: 'Appartement',
  descriptive: 'Au calme.\r\nSans vis-à-vis.',
  roomCount: '3',
  bedroomCount: 2,
  surface: 62.5,
  landSurface: 30,
  surfaceUnit: 'm²',
  floor: '4e étage',
  listingPrice: {
    price: 780,
    priceUnit: '€',
    pricePerSquareMeter: 12.48,
    priceEvolutionTrend: { oldPrice: 820 },
    alur: { charges: 60 },
  },
  energyBalance: { dpe: { category: 'D' }, ges: { category: 'B' } },
  address: { city: 'Le Mans', postalCode: '72000', street: '8 rue Pasteur', district: 'Gare', country: 'FR' },
  coordinates: { latitude: '48.0061', longitude: 0.1996 },
  featureCategories: [{ title: 'Confort', features: [{ title: 'Balcon' }, { title: 'Cave' }] }],
  publicationDate: '2026-03-05T14:49:48+01:00',
  updateDate: '2026-06-09T08:53:30Z',
}

const labelled = (label: string, value: string) => ({
  units: [{ main: { price: { label: { main: label }, value: { main: { value } } } } }],
})
const classified = {
  rawData: { distributionType: 'RENT', propertyType: 'APARTMENT' },
  metadata: { creationDate: '2026-03-05T13:49:48.317Z', updateDate: '2026-06-09T08:53:30.818Z' },
  sections: {
    hardFacts: {
      facts: [
        { type: 'numberOfRooms', splitValue: '3', value: '3 pièces' },
        { type: 'numberOfBedrooms', splitValue: '2', value: '2 chambres' },
        { type: 'livingSpace', splitValue: '62,5', value: '62,5 m²' },
        { type: 'plotSpace', splitValue: '30', value: '30 m² de terrain' },
        { type: 'floor', splitValue: '4', value: '4e étage' },
      ],
      price: { value: '780\u202f€ par mois', additionalInformation: '12,48 €/m²' },
    },
    price: {
      base: { main: { label: { main: 'Loyer charges comprises' }, value: { main: { value: '780 €' } } } },
      components: [labelled('Charges', '60 € / mois'), labelled('Ancien loyer', '820 €')],
    },
    mainDescription: { description: 'Au calme.\nSans vis-à-vis.' },
    energy: {
      certificates: [
        { scales: [{ efficiencyClass: { rating: 'D' } }, { efficiencyClass: { rating: 'B' } }] },
      ],
    },
    features: {
      preview: [{ icon: 'x', value: 'Balcon' }],
      details: { categories: [{ elements: [{ value: 'Balcon' }, { value: 'Cave' }] }] },
    },
    location: {
      address: {
        country: 'FRA',
        city: 'Le Mans',
        zipCode: '72000',
        district: 'Gare',
        street: '8 rue Pasteur',
      },
      geometry: { type: 'Point', coordinates: [0.1996, 48.0061] },
    },
  },
}

const linked = {
  '@type': 'RealEstateListing',
  url: 'https://www.realestate-fr.example/annonces/190000001.htm',
  description: 'Au calme.\nSans vis-à-vis.',
  datePosted: '2026-03-05T13:49:48Z',
  dateModified: '2026-06-09T08:53:30Z',
  offers: {
    price: '780',
    priceCurrency: 'EUR',
    businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
  },
  mainEntity: {
    '@type': 'Apartment',
    numberOfRooms: 3,
    numberOfBedrooms: '2',
    floorSize: { value: 62.5, unitCode: 'MTK' },
    lotSize: { value: 30 },
    floorLevel: '4',
    address: {
      streetAddress: '8 rue Pasteur',
      postalCode: '72000',
      addressLocality: 'Le Mans',
      addressCountry: 'FR',
    },
    geo: { latitude: 48.0061, longitude: 0.1996 },
    amenityFeature: [{ name: 'Balcon' }, { name: 'Cave' }],
  },
}

const flat: ListingFacts = {
  price: { amount: 780, currency: 'EUR', per_m2: 12.48, charges: 60, previous_amount: 820 },
  description: 'Au calme.\nSans vis-à-vis.',
  property_type: 'apartment',
  transaction: 'rent',
  living_area: 62.5,
  land_area: 30,
  rooms: 3,
  bedrooms: 2,
  floor: 4,
  energy_class: 'D',
  emission_class: 'B',
  address: {
    street: '8 rue Pasteur',
    district: 'Gare',
    city: 'Le Mans',
    postal_code: '72000',
    country: 'FR',
    latitude: 48.0061,
    longitude: 0.1996,
  },
  features: ['Balcon', 'Cave'],
  published_at: '2026-03-05T13:49:48Z',
  updated_at: '2026-06-09T08:53:30Z',
}
/** Linked data has no place for these. */
const notLinked = {
  price: { ...flat.price, per_m2: null, charges: null, previous_amount: null },
  energy_class: null,
  emission_class: null,
  address: { ...flat.address, district: null },
}

const cases = [
  ['old', oldDetail, flat],
  ['current', classified, flat],
  ['linked', linked, { ...flat, ...notLinked }],
] as const

test.each(cases)('the %s form gives every field that it has', (form, data, expected) => {
  expect(readFacts(form, data)).toEqual(expected)
})

type Leaf = { path: string; value: unknown }
const listLeaves = (value: unknown, path = ''): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, `${path}/${key}`))
    : [{ path, value }]

/** A copy without the value at the path. */
function withoutLeaf(data: Json, path: string): Json {
  const copy = structuredClone(data)
  const keys = path.split('/').slice(1)
  const last = keys.pop() ?? ''
  const holder = keys.reduce<Json>((at, key) => at[key] as Json, copy)
  delete holder[last]
  return copy
}

test.each(cases)('each value of the %s form fills its own field and no other', (form, data, expected) => {
  const filled = listLeaves(expected).filter(({ value }) => value !== null)
  const proved = new Set<string>()
  for (const { path } of listLeaves(data).filter((leaf) => leaf.path !== '/@type')) {
    const after = new Map(
      listLeaves(readFacts(form, withoutLeaf(data, path))).map((leaf) => [leaf.path, leaf.value]),
    )
    const changed = filled.filter((leaf) => after.get(leaf.path) !== leaf.value).map((leaf) => leaf.path)
    // A unit is shared by several figures, a type or label belongs to one value, and a list moves up.
    const fields = new Set(changed.map((field) => field.replace(/^(\/features)\/\d+$/, '$1')))
    if (!/(?:unit|type|price)$/i.test(path))
      expect([path, [...fields]]).toEqual([path, [...fields].slice(0, 1)])
    for (const field of changed) proved.add(field)
  }
  // Values that the page has twice need both removed: the price and the features of a current page.
  const twice = form === 'current' ? ['/price/amount', '/price/currency', '/features/0'] : []
  const derived = form === 'current' ? ['/features/1'] : []
  expect([...proved, ...twice, ...derived].sort()).toEqual(
    expect.arrayContaining(filled.map((leaf) => leaf.path).sort()),
  )
})

test('a current page shows its price in either place', () => {
  const { hardFacts, ...sections } = classified.sections
  expect(readFacts('current', { ...classified, sections }).price).toMatchObject({
    amount: 780,
    currency: 'EUR',
  })
})

test('an area around the home is not a point', () => {
  const location = {
    ...classified.sections.location,
    geometry: { type: 'Polygon', coordinates: [[[0.1, 48]]] },
  }
  const { address } = readFacts('current', { ...classified, sections: { location } })
  expect(address).toEqual({ ...flat.address, latitude: null, longitude: null })
})

test('scales for greenhouse gases are recognised by name, in any order', () => {
  const scales = [
    { type: 'FR_GHG', efficiencyClass: { rating: 'B' } },
    { type: 'FR_ENERGY', efficiencyClass: { rating: 'D' } },
  ]
  const energy = { certificates: [{ scales }] }
  expect(readFacts('current', { ...classified, sections: { energy } })).toMatchObject({
    energy_class: 'D',
    emission_class: 'B',
  })
  const single = { certificates: [{ scales: scales.slice(0, 1) }] }
  expect(readFacts('current', { ...classified, sections: { energy: single } })).toMatchObject({
    energy_class: null,
    emission_class: 'B',
  })
})

test('values of another type or unit are null, never a guess', () => {
  expect(
    readFacts('old', {
      ...{ surface: 3, surfaceUnit: 'ha', floor: 'élevé', listingPrice: 'sur demande', address: 'Le Mans' },
      ...{ energyBalance: { dpe: { category: 'Vierge' } }, roomCount: 'trois', publicationDate: 'hier' },
    }),
  ).toEqual(emptyFacts)
  expect(readFacts('current', { sections: { hardFacts: { price: { value: 'Prix sur demande' } } } })).toEqual(
    emptyFacts,
  )
})

test.each([
  ['390\u202f000 €', 390_000],
  ['850 € par mois', 850],
  ['4 535,50 €/m²', 4535.5],
  ['2.474.300 €', 2_474_300],
  ['Prix : 90 000 €', 90_000],
  ['3 pièces', null],
  ['', null],
])('"%s" is the amount %s', (shown, amount) => {
  expect(parseAmount(shown)?.amount ?? null).toBe(amount)
})

test('floors and measures as pages write them', () => {
  expect(['RDC', 'Rez-de-chaussée', '1er étage', '12', '-1', 'dernier', null].map(parseFloor)).toEqual([
    ...[0, 0, 1, 12, -1, null, null],
  ])
  expect(['62,5', '1 200 m²', 80, '≈ 80', null].map(parseMeasure)).toEqual([62.5, 1200, 80, null, null])
})
