// The record of each form of a listing's page, written by hand: current, old, linked data, broken,
// removed in every disguise, a programme, a wall; and which addresses are a listing's.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { realestateFr } from './index.ts'
import { emptyFacts } from './listing-facts.ts'
import { property } from './property.ts'

const root = 'https://www.realestate-fr.example'
const portal = onSite(realestateFr, property)
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const page = (body: string, id: number, more: Partial<Page> = {}): Page => ({
  url: `${root}/annonces/achat/maison/ville-44/${id}.htm`,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...more,
})
const query = (id: number, wantsSource = false) => ({
  path: `/annonces/achat/maison/ville-44/${id}.htm`,
  id,
  wantsSource,
})
const read = (body: string, id: number, more: Partial<Page> = {}) => {
  const outcome = portal.extract(page(body, id, more), query(id))
  return outcome.kind === 'found' ? outcome.record : outcome.kind
}

const oneSize = {
  id: null,
  mobile_url: null,
  square_url: null,
  original_url: null,
  square_large_url: null,
  low_resolution_url: null,
  is_horizontal: null,
  descriptive_fr: null,
  photo_description_tags: null,
}
const nothing = {
  id: null,
  logo: null,
  name: null,
  id_rcu: null,
  rating: null,
  address: null,
  tier_id: null,
  fees_url: null,
  description: null,
  website_url: null,
  legal_notice: null,
  phone_number: null,
  contact_hidden: null,
  profession_type: null,
  profil_page_url: null,
  organisation_logo: null,
}
const studio = {
  agency: {
    ...nothing,
    logo: 'https://img.realestate-fr.example/logos/9.png',
    name: 'Cabinet Garonne',
    rating: { rating: 4.1, review_url: 'https://www.garonne.example/avis', review_count: 12 },
    address: '1 quai des Chartrons, 33000 Bordeaux',
    description: 'Un cabinet sobre.',
    website_url: 'https://www.garonne.example',
    phone_number: '05 36 49 77 88',
  },
  seeker: null,
  contact: null,
  listing: {
    url: {
      value: `${root}/annonces/achat/appartement/bordeaux-33/190000789.htm`,
      nature: null,
      business_unit_type: null,
    },
    early_access: null,
    listing_detail: {
      id: 190000789,
      media: { photos: [{ ...oneSize, default_url: 'https://img.realestate-fr.example/c/1.jpg' }] },
      ...emptyFacts,
      price: { ...emptyFacts.price, amount: 98_000, currency: 'EUR' },
      transaction: 'sale',
    },
  },
}

test('a record from the state of a current page', () => {
  expect(read(fixture('current.html'), 190000123)).toEqual({
    agency: {
      id: 17,
      logo: 'https://img.realestate-fr.example/logos/17.png',
      name: 'Agence du Marché',
      id_rcu: 'RC-99017',
      rating: {
        rating: 4.7,
        review_url: `${root}/professionnels/agence-du-marche-17#avis`,
        review_count: 52,
      },
      address: '3 place du Marché, 64100 Bayonne',
      tier_id: null,
      fees_url: 'https://www.agence-du-marche.example/honoraires.pdf',
      description: 'Trois générations au service des familles.',
      website_url: 'https://www.agence-du-marche.example',
      legal_notice: {
        rcs_siren: '412345678',
        legal_form: 'SARL',
        is_individual: null,
        share_capital: 7622.45,
        social_reason: 'Marché & Fils',
        headquarter_address: '3 place du Marché, 64100 Bayonne',
        financial_guarantee_fund: 'Caisse du Sud-Ouest',
        professional_card_number: 'CPI 6401 2019 000 000 017',
        financial_guarantee_amount: 120000,
        professional_card_prefecture: 'CCI Bayonne Pays Basque',
      },
      phone_number: '05 36 49 10 20',
      contact_hidden: null,
      profession_type: 'Agence',
      profil_page_url: `${root}/professionnels/agence-du-marche-17`,
      organisation_logo: null,
    },
    seeker: null,
    contact: null,
    listing: {
      url: {
        value: `${root}/annonces/achat/maison/bayonne-64/190000123.htm`,
        nature: null,
        business_unit_type: 'RE',
      },
      early_access: null,
      listing_detail: {
        id: 190000123,
        media: {
          photos: [
            {
              ...oneSize,
              id: 771,
              default_url: 'https://img.realestate-fr.example/a/1.jpg',
              descriptive_fr: 'Façade « nord »',
            },
            { ...oneSize, default_url: 'https://img.realestate-fr.example/a/2.jpg' },
          ],
        },
        ...emptyFacts,
        price: { ...emptyFacts.price, amount: 312_000, currency: 'EUR' },
        transaction: 'sale',
      },
    },
  })
})

test('a record from the state of an older page, which is the specification in camelCase', () => {
  expect(read(fixture('old.html'), 190000456)).toEqual({
    agency: {
      id: 5120,
      logo: 'https://img.realestate-fr.example/logos/5120.png',
      name: 'Rade Immobilier',
      id_rcu: 'RC-5120',
      rating: { rating: 4.25, review_url: `${root}/professionnels/rade-5120/avis`, review_count: 31 },
      address: '9 rue Pasteur, 29200 Brest',
      tier_id: 77001,
      fees_url: 'https://www.rade.example/fees.pdf',
      description: null,
      website_url: 'https://www.rade.example',
      legal_notice: {
        rcs_siren: '512345678',
        legal_form: 'SAS',
        is_individual: false,
        share_capital: 8000,
        social_reason: 'Rade et Fils',
        headquarter_address: '9 rue Pasteur, 29200 Brest',
        financial_guarantee_fund: 'Caisse de l’Ouest',
        professional_card_number: 'CPI 2901 2017 000 000 512',
        financial_guarantee_amount: 110000,
        professional_card_prefecture: 'CCI Brest',
      },
      phone_number: '02 61 91 40 50',
      contact_hidden: false,
      profession_type: 'Agence',
      profil_page_url: `${root}/professionnels/rade-5120`,
      organisation_logo: 'https://img.realestate-fr.example/reseaux/4.png',
    },
    seeker: null,
    contact: {
      book_a_visit: {
        slots: [{ start_at: '2026-04-02T09:00:00' }],
        enabled: true,
        event_type: 'physical_visit',
        required_form: true,
        plato_agency_id: '5120',
        allowed_contracts: ['CDI'],
        unpaid_rent_garanty: true,
        unpaid_rent_garanty_rate: 2.5,
      },
    },
    listing: {
      url: {
        value: `${root}/annonces/locations/appartement/brest-29/190000456.htm`,
        nature: 1,
        business_unit_type: 'RE',
      },
      early_access: null,
      listing_detail: {
        id: 190000456,
        media: {
          photos: [
            {
              id: 88001,
              mobile_url: 'https://img.realestate-fr.example/b/m.jpg',
              square_url: 'https://img.realestate-fr.example/b/s.jpg',
              default_url: 'https://img.realestate-fr.example/b/d.jpg',
              original_url: 'https://img.realestate-fr.example/b/o.jpg',
              square_large_url: 'https://img.realestate-fr.example/b/sl.jpg',
              low_resolution_url: 'https://img.realestate-fr.example/b/l.jpg',
              is_horizontal: true,
              descriptive_fr: 'Séjour',
              photo_description_tags: null,
            },
            { ...oneSize, id: 88002, default_url: 'https://img.realestate-fr.example/b/d2.jpg' },
          ],
        },
        ...emptyFacts,
        price: { ...emptyFacts.price, amount: 640 },
        transaction: 'rent',
      },
    },
  })
})

test('a record from a product with an offer, and never from the product of another listing before it', () => {
  expect(read(fixture('linked-product.html'), 190000789)).toEqual(studio)
})

test('a record from what is left of a page whose state and first block arrived broken', () => {
  expect(read(fixture('broken.html'), 190000789)).toEqual(studio)
})

test('a record from a RealEstateListing of a house, with the agency beside it', () => {
  expect(read(fixture('linked-listing.html'), 190000321)).toEqual({
    agency: {
      ...nothing,
      id: 3,
      name: 'Erdre Immobilier',
      address: '2 rue du Port, 44000 Nantes',
      profil_page_url: `${root}/professionnels/erdre-3`,
    },
    seeker: null,
    contact: null,
    listing: {
      url: {
        value: `${root}/annonces/achat/maison/nantes-44/190000321.htm`,
        nature: null,
        business_unit_type: null,
      },
      early_access: null,
      listing_detail: {
        id: 190000321,
        media: {
          photos: [
            {
              ...oneSize,
              default_url: 'https://img.realestate-fr.example/d/1.jpg',
              is_horizontal: false,
              descriptive_fr: 'Jardin',
            },
          ],
        },
        ...emptyFacts,
        property_type: 'house',
        transaction: 'sale',
      },
    },
  })
})

const next = (listingData: unknown) =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { listingData } } })}</script>`
const empty = {
  agency: nothing,
  seeker: null,
  contact: null,
  listing: {
    url: { value: page('', 190000555).url, nature: null, business_unit_type: null },
    early_access: null,
    listing_detail: { id: 190000555, media: { photos: [] }, ...emptyFacts, transaction: 'sale' },
  },
}

test('missing parts of an older page are null or empty', () => {
  expect(read(next({ listing: {}, agency: null }), 190000555)).toEqual(empty)
  expect(read(next({ listing: {}, contact: { bookAVisit: null } }), 190000555)).toEqual({
    ...empty,
    contact: { book_a_visit: null },
  })
})

test('missing parts of a current page are null or empty', () => {
  const state = JSON.stringify({ app_cldp: { data: { classified: { sections: {} } } } })
  const body = `<script>window["__UFRN_LIFECYCLE_SERVERREQUEST__"]=JSON.parse(${JSON.stringify(state)})</script>`
  expect(read(body, 190000555)).toEqual(empty)
})

test('an id that is not a number is null, also if the address has one', () => {
  const body = fixture('current.html').replace('190000123', '8e1049f3-8f9e-481d-a666-a635fba60191')
  expect(read(body, 190000555)).toMatchObject({ listing: { listing_detail: { id: null } } })
})

const gone = fixture('gone-state.html')
test.each([404, 410])('a removed listing is not found by status %i', (status) => {
  expect(read(fixture('current.html'), 190000123, { status })).toBe('not_found')
})
test.each(['404', '410', '\\"410\\"'])(
  'a removed listing is not found by the state of a page that answers 200: %s',
  (code) => {
    expect(read(gone.replace('\\"STATUS\\"', code), 190000999)).toBe('not_found')
  },
)
test('a removed listing is not found by the state of an older page', () => {
  const state = JSON.stringify({
    props: { pageProps: { statusCode: 410, listingData: null } },
    page: '/_error',
  })
  expect(read(`<script id="__NEXT_DATA__" type="application/json">${state}</script>`, 1)).toBe('not_found')
})
test('a removed listing is not found by a redirect to a search page, whatever listings that shows', () => {
  const url = `${root}/immobilier/achat/immo-bordeaux-33/`
  expect(read(fixture('linked-product.html'), 190000789, { url })).toBe('not_found')
})
test('a removed listing is not found by a redirect to another listing', () => {
  expect(read(fixture('current.html'), 190000777, { url: page('', 190000123).url })).toBe('not_found')
})
test('a removed listing is not found by words alone', () => {
  expect(read(fixture('gone-words.html'), 190000777)).toBe('not_found')
})
test('a removed listing is not found with return_page_source too', () => {
  const body = gone.replace('\\"STATUS\\"', '404')
  expect(portal.extract(page(body, 1), query(1, true))).toEqual({ kind: 'not_found' })
})

test.each([
  ['a new-build programme', fixture('programme.html'), {}, 'page_changed'],
  [
    'a programme of an older page',
    '<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"programData":{"id":1}}}}</script>',
    {},
    'page_changed',
  ],
  [
    "linked data at a programme's address",
    fixture('linked-product.html'),
    { url: `${root}/annonces/achat_neuf/appartement/bordeaux-33/190000789.htm` },
    'page_changed',
  ],
  [
    'linked data of other listings only',
    fixture('linked-product.html').replaceAll('190000789', '5'),
    {},
    'page_changed',
  ],
  ['a bot wall', fixture('wall.html'), {}, 'upstream_blocked'],
  ['a page without data', `<h1>Bonjour</h1><p>${'mot '.repeat(300)}</p>`, {}, 'page_changed'],
])('no record comes from %s', (_, body, more, reason) => {
  expect(() => read(body, 190000789, more)).toThrow(expect.objectContaining({ reason }))
})

test.each([
  ['current.html', 190000123, 'server-request'],
  ['old.html', 190000456, 'next-data'],
  ['linked-product.html', 190000789, 'json-ld'],
  ['broken.html', 190000789, 'json-ld'],
])('%s is of the form of its data', (name, id, form) => {
  expect(portal.extract(page(fixture(name), id), query(id))).toMatchObject({ kind: 'found', form })
})

test('the source of a listing page is the page itself', () => {
  const body = fixture('current.html')
  expect(portal.extract(page(body, 190000123), query(190000123, true))).toEqual({
    kind: 'page_source',
    html: body,
  })
  expect(() => portal.extract(page(fixture('wall.html'), 1), query(1, true))).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
})

test.each([
  ['a new-build programme', fixture('programme.html')],
  ['other listings', fixture('linked-product.html').replaceAll('190000789', '5')],
  ['no data at all', `<h1>Bonjour</h1><p>${'mot '.repeat(300)}</p>`],
])('the source of a page that no record comes from is the page too: %s', (_, body) => {
  expect(() => portal.extract(page(body, 190000789), query(190000789))).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
  expect(portal.extract(page(body, 190000789), query(190000789, true))).toEqual({
    kind: 'page_source',
    html: body,
  })
})

const parse = (query: string, more = {}) => portal.parse({ query, ...more })

test.each([
  ['/annonces/achat/appartement/paris-11eme-75/190000123.htm', 190000123],
  ['/annonces/locations/maison/nantes-44/quartier-doulon/7.htm', 7],
  ['/annonce/appartement-t2-nantes-190000123', 190000123],
  ['/annonces/190000123/', 190000123],
  ['/expose/8e1049f3-8f9e-481d-a666-a635fba60191', null],
  ['/annonces/26H6IGH14AAQ', null],
])('the query may be the address %s', (path, id) => {
  expect(parse(root + path)).toEqual({ path, id, wantsSource: false })
})

test('the query is normalised: scheme, campaign and fragment are dropped', () => {
  const plain = `${root}/annonces/achat/maison/x-44/190000123.htm`
  const busy = `http://www.realestate-fr.example/annonces/achat/maison/x-44/190000123.htm?utm=1#photos`
  expect(parse(busy)).toEqual(parse(plain))
  expect(parse(plain, { return_page_source: false })).toEqual(parse(plain))
  expect(parse(plain, { return_page_source: true })).toEqual({ ...parse(plain), wantsSource: true })
})

test.each([
  ['190000123'],
  [`${root}/`],
  [`${root}/immobilier/achat/immo-nantes-44/`],
  [`${root}/annonces/achat/appartement/paris-75011/`],
  [`${root}/recherche?id=190000123`],
  [`${root}/annonces/../190000123.htm`],
  [`${root}:8443/annonces/190000123.htm`],
  [`https://user@www.realestate-fr.example/annonces/190000123.htm`],
  [`https://www.realestate-fr.example.evil.tld/annonces/190000123.htm`],
  [`https://fr.realestate-fr.example/annonces/190000123.htm`],
  [`//www.realestate-fr.example/annonces/190000123.htm`],
  [`${root}\\@127.0.0.1/190000123.htm`],
])('the query may not be %s', (query) => {
  expect(() => parse(query)).toThrow(/^Bad Request: query /)
})
